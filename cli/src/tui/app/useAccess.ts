import { useEffect, useState } from 'react';
import type { Api } from '../../api/client.ts';
import type { Me } from '../session.ts';

type Access = Pick<Me, 'tokenScopes'>;

/** What the access token in use allows; nothing is limited in a session. Null until it is known. */
export function useAccess(api: Api, hasSession: boolean): Access | null {
  const [access, setAccess] = useState<Access | null>(null);
  useEffect(() => {
    if (hasSession) return;
    const stop = new AbortController();
    api.call('GET session/self', {}, { signal: stop.signal }).then(
      ({ kind, scopes }) => setAccess(kind === 'token' ? { tokenScopes: scopes } : {}),
      // Then the server alone decides.
      () => setAccess({}),
    );
    return () => stop.abort();
  }, [api, hasSession]);
  return hasSession ? NO_LIMIT : access;
}

const NO_LIMIT: Access = {};
