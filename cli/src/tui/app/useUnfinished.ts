import { useCallback, useEffect, useState } from 'react';
import { type Unfinished, unfinishedWork } from '../screens/unfinished.ts';
import type { Session } from '../session.ts';

/** Interrupted work: `offer` gets the work to ask about at the start, `look` reads it again, `drop` removes an entry. */
export function useUnfinished(
  doing: Pick<Session, 'context' | 'me' | 'models'>,
  offer: (left: readonly Unfinished[]) => void,
  onError: (error: unknown) => void,
): { unfinished: readonly Unfinished[]; look(): void; drop(key: string): void } {
  const { context, me, models } = doing;
  const [unfinished, setUnfinished] = useState<readonly Unfinished[]>([]);
  const [first] = useState(() => ({ offer, onError, doing }));
  useEffect(() => {
    unfinishedWork(first.doing).then((found) => {
      setUnfinished(found);
      const asked = found.filter(({ postponed }) => !postponed);
      if (asked.length > 0) first.offer(asked);
    }, first.onError);
  }, [first]);
  const look = useCallback(() => {
    void unfinishedWork({ context, me, models }).then(setUnfinished, () => {});
  }, [context, me, models]);
  const drop = useCallback((key: string) => setUnfinished((left) => left.filter((one) => one.key !== key)), []);
  return { unfinished, look, drop };
}
