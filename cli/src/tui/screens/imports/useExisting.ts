import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { useEffect, useState } from 'react';
import { type Existing, existingAccounts } from '../../../bulk/import/existing.ts';
import { useSession } from '../../session.ts';

/** Which of these accounts exist, in lower case; null while there is no answer. */
export function useExisting(kind: UserKind, accounts: readonly string[]): ReadonlyMap<string, Existing> | null {
  const { api } = useSession();
  const [found, setFound] = useState<{ of: string; existing: ReadonlyMap<string, Existing> } | null>(null);
  const wanted = accounts.join('\n');
  useEffect(() => {
    const stop = new AbortController();
    // Without an answer the rows have no mark: the import tells.
    existingAccounts(api, kind, wanted.split('\n').filter(Boolean), stop).then(
      (existing) => !stop.signal.aborted && setFound({ of: wanted, existing }),
      () => {},
    );
    return () => stop.abort();
  }, [api, kind, wanted]);
  return found?.of === wanted ? found.existing : null;
}
