import { NetworkError } from '@shp/shared/api/errors';
import type { User } from '@shp/shared/api/objects';
import { Text } from 'ink';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Api } from '../../../api/client.ts';
import { isTransient } from '../../../api/retry.ts';
import type { Connection } from '../../app/connection.ts';
import { isSessionEnd } from '../../app/sessionEvents.ts';
import { errorText } from '../../format.ts';
import { useKeyboard, useKeys } from '../../keys/useKeys.ts';
import { useUi } from '../../ui.ts';
import { Muted } from '../../widgets/Muted.tsx';
import { EntranceBox } from './EntranceBox.tsx';

const SECOND_MS = 1_000;
/** The pause before the server is asked again; each time it is asked several times. */
const PAUSE_S = 5;

type Props = {
  /** Its token is the session's. */
  api: Api;
  connection: Connection;
  /** '' if only its access token is known. */
  account: string;
  onEnter(me: User): void;
  /** Logs in as somebody else; the session stays. */
  onOther(): void;
  onServer(): void;
  onQuit(): void;
};

/** Begins with the session of an earlier run: as soon as its server answers, whatever is typed meanwhile. */
export function KeptSession({ api, connection, account, onEnter, onOther, onServer, onQuit }: Props) {
  const { texts, look } = useUi();
  const { tui, login } = texts;
  const { keyboard } = useKeyboard();
  /** Why there is no answer; `lost` while the first calls are still tried again. */
  const [trouble, setTrouble] = useState<{ readonly error: unknown } | 'lost' | null>(
    connection.lostSince === null ? null : 'lost',
  );
  const [turn, setTurn] = useState(0);
  /** Until the next turn; 0 while the server is asked. */
  const [seconds, setSeconds] = useState(0);
  const latest = useRef(onEnter);
  latest.current = onEnter;

  // What is typed before is meant for the first screen.
  const isBeginning = trouble === null;
  useLayoutEffect(() => (isBeginning ? keyboard.hold() : undefined), [isBeginning, keyboard]);
  useEffect(
    () => connection.subscribe(() => connection.lostSince !== null && setTrouble((known) => known ?? 'lost')),
    [connection],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again
  useEffect(() => {
    const stop = new AbortController();
    setSeconds(0);
    api.call('GET user', {}, { signal: stop.signal }).then(
      (me) => {
        if (!stop.signal.aborted) latest.current(me);
      },
      (error: unknown) => {
        if (stop.signal.aborted || isSessionEnd(error)) return;
        setTrouble({ error });
        setSeconds(PAUSE_S);
      },
    );
    return () => stop.abort();
  }, [api, turn]);
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setTimeout(() => {
      if (seconds > 1) setSeconds(seconds - 1);
      else setTurn((count) => count + 1);
    }, SECOND_MS);
    return () => clearTimeout(timer);
  }, [seconds]);
  useKeys({
    places: ['login'],
    handlers: isBeginning
      ? {}
      : {
          ...(seconds > 0 ? { logIn: () => setTurn((count) => count + 1) } : {}),
          otherAccount: onOther,
          server: onServer,
          quit: onQuit,
        },
    names: { logIn: tui.login.tryNow },
  });
  return (
    <EntranceBox heading={login.logIn} server={api.server}>
      {trouble === null ? (
        <Text>{tui.login.connecting}</Text>
      ) : (
        <>
          <Text {...look.text('red')} wrap="wrap">
            {`! ${why(trouble)}`}
          </Text>
          <Text wrap="wrap">{account === '' ? tui.login.keptToken : tui.login.kept(account)}</Text>
          <Muted>{seconds > 0 ? tui.login.againIn(seconds) : tui.login.trying}</Muted>
        </>
      )}
    </EntranceBox>
  );

  function why(known: Exclude<typeof trouble, null>): string {
    const { host } = new URL(api.server);
    if (known === 'lost' || (known.error instanceof NetworkError && isTransient(known.error))) {
      return tui.login.unreached(host);
    }
    return errorText(known.error, texts);
  }
}
