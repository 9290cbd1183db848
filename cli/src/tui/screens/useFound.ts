import { USER_KINDS } from '@shp/shared/domain/accounts/roles';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../../api/client.ts';
import { KINDS, SEARCH } from '../../api/userKinds.ts';
import { listInput } from '../list/definition.ts';
import { mayCall } from '../permissions.ts';
import { type Screen, type Session, useSession } from '../session.ts';

/** An object that a search found, and the screen that shows it. */
export type FoundObject = { readonly label: string; readonly screen: Screen };

const PAUSE_MS = 150;
/** Rows of each list; shorter words would find almost everything. */
const EACH = 5;
const SHORTEST = 2;

/** What the server's lists find for a text: assessments by number or station, accounts by name. */
export function useFound(): { found: readonly FoundObject[]; search(text: string): void } {
  const { api, me } = useSession();
  const [found, setFound] = useState<readonly FoundObject[]>([]);
  const timer = useRef<NodeJS.Timeout | null>(null);
  const under = useRef<AbortController | null>(null);
  const stop = () => {
    if (timer.current) clearTimeout(timer.current);
    under.current?.abort();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: stops the last search when the palette closes
  useEffect(() => stop, []);
  const search = (text: string) => {
    stop();
    const word = text.trim();
    if ([...word].length < SHORTEST) return setFound([]);
    timer.current = setTimeout(() => {
      const request = new AbortController();
      under.current = request;
      void lookUp(api, me, word, request.signal).then((objects) => {
        if (!request.signal.aborted) setFound(objects);
      });
    }, PAUSE_MS);
  };
  return { found, search };
}

/** A list that cannot be searched now finds nothing; the others still do. */
async function lookUp(api: Api, me: Session['me'], word: string, signal: AbortSignal): Promise<FoundObject[]> {
  const assessments = async (): Promise<FoundObject[]> => {
    if (!mayCall(me, 'GET assessment/query')) return [];
    const { items } = await api.call('GET assessment/query', { search: word, page: 1, size: EACH }, { signal });
    return items.map(({ id, number, station }) => {
      const name = `${number} ${station.name}`;
      return { label: name, screen: { kind: 'assessment', id, name } };
    });
  };
  const accounts = USER_KINDS.filter((kind) => mayCall(me, KINDS[kind].list)).map(
    (kind) => async (): Promise<FoundObject[]> => {
      const call = KINDS[kind].list as 'GET user/stations';
      const input = listInput<typeof call>({ [SEARCH[kind]]: word, page: 1, size: EACH });
      const { items } = await api.call(call, input, { signal });
      return items.map((user) => ({
        label: `${user.profile.name} (${user.account})`,
        screen: { kind: 'user', users: kind, user },
      }));
    },
  );
  const lists = [assessments, ...accounts].map((list) => list().catch((): FoundObject[] => []));
  return (await Promise.all(lists)).flat();
}
