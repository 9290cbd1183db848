import type { Input } from '@shp/shared/api/index';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { Api, CallOptions } from '../../api/client.ts';
import { allPages, type Paging } from '../../api/pages.ts';
import { KINDS } from '../../api/userKinds.ts';
import type { OnDuplicate, Result } from './send.ts';

/** Looks up this many accounts one by one; for more, reading the whole list is cheaper. */
const MAX_SINGLE = 50;

/** Where an account is that exists. */
export type Existing = 'listed' | 'inBin';

/**
 * Which of these accounts exist, in lower case. Covers the caller's list of this kind with the recycle bin; other
 * duplicates are found when the row is sent.
 */
export async function existingAccounts(
  api: Api,
  kind: UserKind,
  accounts: readonly string[],
  options: CallOptions = {},
): Promise<ReadonlyMap<string, Existing>> {
  const call = KINDS[kind].list as 'GET user/stations';
  const wanted = new Set(accounts.map((account) => account.toLowerCase()));
  const found = new Map<string, Existing>();
  const searches = wanted.size > MAX_SINGLE ? [undefined] : [...wanted];
  for (const isDeleted of [false, true])
    for (const text of searches) {
      const search = text === undefined ? {} : kind === 'stations' ? { filter: text } : { keyword: text };
      const get = (paging: Paging) =>
        api.call(call, { ...search, isDeleted, ...paging } as Input<typeof call>, options);
      for await (const users of allPages(get))
        for (const { account } of users)
          if (wanted.has(account.toLowerCase())) found.set(account.toLowerCase(), isDeleted ? 'inBin' : 'listed');
    }
  return found;
}

/** What an import does with a row that is right; only a listed account can be updated. */
export function expectedResult(existing: Existing | undefined, onDuplicate: OnDuplicate): Result {
  if (existing === undefined) return 'created';
  if (onDuplicate === 'skip') return 'skipped';
  return onDuplicate === 'update' && existing === 'listed' ? 'updated' : 'failed';
}
