import { readFileSync } from 'node:fs';
import { plainSm3 } from '@shp/shared/trust/history';
import { breakOf, headIn } from '@shp/shared/trust/witness';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { loadDoctor } from '../../lib/texts.ts';
import { screenColumn, type View, worded } from '../../output/columns.ts';
import { printObject } from '../../output/print.ts';

export const verifyCommand = command({
  name: 'audit verify',
  summary: ({ cli }) => cli.audit.verify,
  options: { against: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.audit.against } },
  examples: ['shp audit verify', 'shp audit verify --against head.json'],
  prints: true,
  web: () => ({ path: '/profile', query: { tab: 'audit' } }),
  async run({ options }, context) {
    const { cli } = context.texts;
    const { common } = context.dataTexts;
    const api = await context.api();
    const earlier = options.against === undefined ? null : headAt(options.against, context);
    const result = await api.call('GET audit/verify', {});
    const view: View<typeof result> = {
      columns: [
        worded('ok', cli.audit.ok, ({ ok }) => (ok ? common.yes : common.no)),
        screenColumn('rows', cli.audit.rows, ({ rows }) => rows, 'number'),
        screenColumn('firstBroken', cli.audit.firstBroken, ({ firstBroken }) => firstBroken),
        screenColumn('history', cli.audit.history, ({ history }) => history),
      ],
      paths: ['ok', 'rows', 'firstBroken', 'history'],
    };
    await printObject(context, view, result);
    if (result.history !== null && result.firstBroken === null) {
      const { history, historyAdvice } = await loadDoctor(context.texts.lang);
      throw new Failure(history[result.history], historyAdvice);
    }
    if (!result.ok) throw new Failure(cli.audit.broken(result.firstBroken));
    if (earlier === null) return;
    const now = await api.call('GET audit/head', { since: earlier.size });
    const alarm = breakOf(plainSm3, earlier, now);
    if (alarm !== null) throw new Failure(cli.audit.alarms[alarm]);
    context.note(cli.audit.continued(earlier.size, earlier.at, now.head.size));
  },
});

/** @throws UsageError */
function headAt(file: string, context: CommandContext) {
  const head = headIn(readFileSync(file, 'utf8'));
  if (head === null) throw new UsageError(context.texts.cli.audit.noHead(file));
  return head;
}
