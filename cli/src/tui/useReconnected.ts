import { useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { SessionContext } from './session.ts';

const NEVER = () => () => {};
const isAway = () => false;

/** Whether the server does not answer now; calls `then` when it answers again. Outside of a session it always answers. */
export function useReconnected(then: () => void): () => boolean {
  const connection = useContext(SessionContext)?.connection;
  const lost = useSyncExternalStore(connection?.subscribe ?? NEVER, () => (connection?.lostSince ?? null) !== null);
  const latest = useRef(then);
  latest.current = then;
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !lost) latest.current();
    was.current = lost;
  }, [lost]);
  return connection === undefined ? isAway : () => connection.lostSince !== null;
}
