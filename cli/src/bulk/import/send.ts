import { ApiError } from '@shp/shared/api/errors';
import type { Input } from '@shp/shared/api/index';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { IMPORT_COLUMNS } from '@shp/shared/sheets/importColumns';
import type { UserInput } from '@shp/shared/sheets/read/user';
import type { Api } from '../../api/client.ts';
import { isTransient } from '../../api/retry.ts';
import { KINDS } from '../../api/userKinds.ts';
import type { Texts } from '../../lib/texts.ts';

export type Result = 'created' | 'updated' | 'skipped' | 'failed';
/** The outcome of one row, as the report shows it. */
export type Outcome = { row: number; account: string; result: Result; reason: string; password: string };
export const REPORT_KEYS = ['row', 'account', 'result', 'reason', 'password'] as const;

export type OnDuplicate = 'skip' | 'update' | 'fail';
export type Sendable = { row: number; key: string; input: UserInput };

// Calls in flight are awaited even after Ctrl-C: the response contains a password.
const untilAnswered = new AbortController().signal;

/** Sends one row. @throws an error that would fail all other rows too: no session, no permission, no server */
export async function sendRow(
  api: Api,
  kind: UserKind,
  sendable: Sendable,
  onDuplicate: OnDuplicate,
  texts: Texts,
): Promise<Outcome> {
  const { row, key, input } = sendable;
  const outcome = { row, account: input.account, reason: '', password: '' };
  try {
    const { initialPassword = '' } = await add(api, kind, input, key);
    return { ...outcome, result: 'created', password: initialPassword };
  } catch (error) {
    if (!(error instanceof ApiError) || isTransient(error) || error.status === 401 || error.status === 403) throw error;
    if (isTaken(error) && onDuplicate === 'skip') return { ...outcome, result: 'skipped', reason: error.message };
    if (isTaken(error) && onDuplicate === 'update') return update(api, kind, outcome, input, error, texts);
    return { ...outcome, result: 'failed', reason: reasonOf(kind, error, texts) };
  }
}

function add(api: Api, kind: UserKind, input: UserInput, idempotencyKey: string) {
  const { password, ...account } = input;
  const body = password === undefined ? account : { ...account, password: hashPassword(password) };
  const call = KINDS[kind].add as 'POST user/add_station';
  return api.call(call, body as Input<typeof call>, { idempotencyKey, signal: untilAnswered });
}

function isTaken(error: ApiError): boolean {
  return error.code === 'conflict' && error.fields.account !== undefined;
}

async function update(
  api: Api,
  kind: UserKind,
  outcome: Omit<Outcome, 'result'>,
  { division, profile }: UserInput,
  taken: ApiError,
  texts: Texts,
): Promise<Outcome> {
  try {
    const id = await findAccount(api, kind, outcome.account);
    if (id === null) return { ...outcome, result: 'failed', reason: taken.message };
    const options = { signal: untilAnswered };
    if (kind === 'supervisors') {
      await api.call('POST user/profile', { userId: id, profile }, options);
    } else {
      const call = KINDS[kind].update as 'POST user/update_station';
      await api.call(call, { id, ...(division === undefined ? {} : { division }), profile }, options);
    }
    return { ...outcome, result: 'updated' };
  } catch (error) {
    if (!(error instanceof ApiError) || isTransient(error) || error.status === 401) throw error;
    return { ...outcome, result: 'failed', reason: reasonOf(kind, error, texts) };
  }
}

/** The id of an account in the caller's list of this kind; null if it is not there. */
async function findAccount(api: Api, kind: UserKind, account: string): Promise<string | null> {
  const text = kind === 'stations' ? { filter: account } : { keyword: account };
  const call = KINDS[kind].list as 'GET user/stations';
  for (let page = 1; ; page++) {
    const input = { ...text, page, size: 200 } as Input<typeof call>;
    const { total, items } = await api.call(call, input, { signal: untilAnswered });
    const found = items.find((user) => user.account.toLowerCase() === account.toLowerCase());
    if (found) return found.id;
    if (items.length === 0 || page * 200 >= total) return null;
  }
}

function reasonOf(kind: UserKind, error: ApiError, { lang, common }: Texts): string {
  const { colon, semicolon } = common.marks;
  const fields = Object.entries(error.fields).map(([path, reason]) => {
    const column = IMPORT_COLUMNS[kind].find(({ key }) => key === path.replace(/^profile\./, ''));
    return `${column?.heading[lang] ?? path}${colon}${reason}`;
  });
  return fields.length > 0 ? fields.join(semicolon) : error.message;
}
