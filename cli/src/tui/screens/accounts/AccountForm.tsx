import { randomUUID } from 'node:crypto';
import { ApiError } from '@shp/shared/api/errors';
import type { Input } from '@shp/shared/api/index';
import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { useRef, useState } from 'react';
import { KINDS } from '../../../api/userKinds.ts';
import { commandLine, flags } from '../../commands/commandLine.ts';
import { errorText } from '../../format.ts';
import { useSession } from '../../session.ts';
import { useTexts } from '../../ui.ts';
import { type Entered, EntryForm } from '../../widgets/EntryForm.tsx';
import { type Entry, entryFields, firstEntered, readEntry, roleOf } from './entry.ts';
import { InitialPassword } from './InitialPassword.tsx';

type Props = {
  kind: UserKind;
  /** The account to change; null adds one. */
  user: User | null;
  height: number;
  onSaved?(user: User): void;
  onAdded?(account: string): void;
  onClose(): void;
};

/** The command equal to a call that adds or changes an account, without its password. */
function accountCommand(kind: UserKind, verb: string, refs: readonly string[], body: Record<string, unknown>): string {
  const { profile, id: _, userId: __, version: ___, password: ____, ...own } = body;
  return commandLine(kind, verb, ...refs, ...flags({ ...own, ...(profile as object) }));
}

/** Adds an account, or changes one; what was typed stays until the server has it. */
export function AccountForm({ kind, user, height, onSaved, onAdded, onClose }: Props) {
  const texts = useTexts();
  const { acts, common } = texts;
  const { api, me, models, commands, say } = useSession();
  // A change elsewhere becomes the new base: fields that were not touched follow it.
  const [base, setBase] = useState(user);
  const [made, setMade] = useState<{ account: string; password: string } | null>(null);
  const entry: Entry = { kind, caller: me, user: base };
  const sent = useRef<{ body: string; key: string } | null>(null);
  if (made) return <InitialPassword {...made} onClose={onClose} />;

  const add = async (body: Record<string, unknown>) => {
    const text = JSON.stringify(body);
    // Without an answer the account may exist: the same key makes a repetition the same creation.
    if (sent.current?.body !== text) sent.current = { body: text, key: randomUUID() };
    const call = KINDS[kind].add as 'POST user/add_station';
    const options = { idempotencyKey: sent.current.key };
    const { initialPassword } = await api.call(call, body as Input<typeof call>, options);
    commands.add(accountCommand(kind, 'add', [], body));
    say(acts.accounts.added(String(body.account)), 'good');
    onAdded?.(String(body.account));
    models.refresh();
    if (initialPassword === undefined) onClose();
    else setMade({ account: String(body.account), password: initialPassword });
  };
  const change = async (body: Record<string, unknown>) => {
    const call = KINDS[kind].update as 'POST user/update_station';
    const saved = await api.call(call, body as Input<typeof call>);
    commands.add(accountCommand(kind, 'update', [base?.account ?? ''], body));
    say(texts.tui.profile.saved, 'good');
    models.refresh();
    onSaved?.(saved);
    onClose();
  };
  const save = async (entered: Entered): Promise<Readonly<Record<string, string>>> => {
    const read = readEntry(entry, entered, texts);
    if ('problems' in read) return read.problems;
    if (!read.changed) {
      say(acts.accounts.nothing);
      onClose();
      return {};
    }
    try {
      await (base === null ? add(read.body) : change(read.body));
      return {};
    } catch (error) {
      if (!(error instanceof ApiError)) return { '': errorText(error, texts) };
      sent.current = null;
      if (error.code === 'conflict' && error.body.current) setBase(error.body.current as User);
      const fields = Object.entries(error.fields).map(([path, reason]) => [path.replace(/^profile\./, ''), reason]);
      return fields.length > 0 ? Object.fromEntries(fields) : { '': errorText(error, texts) };
    }
  };
  return (
    <EntryForm
      title={
        base === null
          ? acts.accounts.addTitle[kind]
          : `${acts.accounts.changeTitle}${common.marks.colon}${base.profile.name} (${base.account})`
      }
      fields={(entered) => entryFields(entry, roleOf(entry, entered.role ?? ''), texts)}
      first={firstEntered(entry)}
      selected={base === null ? 'division' : undefined}
      height={height}
      onSave={save}
      onCancel={onClose}
    />
  );
}
