import { existsSync, readFileSync } from 'node:fs';
import { plainSm3, type SignedHead } from '@shp/shared/trust/history';
import { alarmOf } from '@shp/shared/trust/witness';
import { printOnRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { atomicWrite } from '../../lib/atomicWrite.ts';
import { PartlyDone, UsageError } from '../../lib/errors.ts';
import { resultView } from '../../lists/resultViews.ts';

const FORMAT = 'shp-witness-1';
/** What a witness keeps: the last head that it found good. */
type State = { readonly format: typeof FORMAT; readonly server: string; readonly head: SignedHead };

export const witnessCommand = command({
  name: 'audit witness',
  summary: ({ cli }) => cli.audit.witness,
  options: { state: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.audit.state } },
  examples: ['shp audit witness --server https://shp.example --state /var/lib/witness/shp.json'],
  prints: 'on request',
  async run({ options: { state: file } }, context) {
    const { audit } = context.texts.cli;
    if (file === undefined) throw new UsageError(audit.stateNeeded);
    const before = existsSync(file) ? headKept(readFileSync(file, 'utf8')) : null;
    if (before === undefined) throw new UsageError(audit.noState(file));
    const api = await context.apiWith(null);
    const { consistency, ...head } = await api.call('GET audit/head', before ? { since: before.head.size } : {});
    const alarm = alarmOf(plainSm3, before, { ...head, consistency }, await api.call('GET audit/keys', {}));
    const textOf = (one: SignedHead) =>
      `${JSON.stringify({ format: FORMAT, server: context.server, head: one } satisfies State)}\n`;
    if (alarm !== null) {
      // The evidence, beside the good head, which stays.
      atomicWrite(`${file}.alarm`, textOf(head), 0o600);
      throw new PartlyDone(audit.alarm(audit.alarms[alarm], context.server));
    }
    atomicWrite(file, textOf(head), 0o600);
    const { size, at } = head.head;
    context.note(
      before === null ? audit.firstHead(size, head.key) : audit.continued(before.head.size, before.head.at, size),
    );
    if (before !== null && before.key !== head.key) context.note(audit.newKey(head.key, at));
    const result = { size, root: head.head.root, at, key: head.key };
    await printOnRequest(context, resultView(result), result);
  },
});

/** The head in a state file; undefined if it is none. */
function headKept(text: string): SignedHead | undefined {
  try {
    const { format, head } = JSON.parse(text) as State;
    const texts = [head.head.root, head.head.at, head.key, head.signature];
    const isState = format === FORMAT && Number.isInteger(head.head.size);
    return isState && texts.every((one) => typeof one === 'string') ? head : undefined;
  } catch {
    return undefined;
  }
}
