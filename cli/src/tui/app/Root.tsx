import { ApiError, isElsewhere } from '@shp/shared/api/errors';
import type { Begun } from '@shp/shared/api/factors/factorObjects';
import type { User } from '@shp/shared/api/objects';
import { Box, Text } from 'ink';
import { useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { deleteSession, saveSession } from '../../config/session.ts';
import { displayWidth } from '../../lib/width.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { useKeyboard, useKeys } from '../keys/useKeys.ts';
import type { RemarkDrafts } from '../remarkDrafts.ts';
import { EntranceBox } from '../screens/entrance/EntranceBox.tsx';
import { KeptSession } from '../screens/entrance/KeptSession.tsx';
import { Login } from '../screens/entrance/Login.tsx';
import { ServerPicker } from '../screens/entrance/ServerPicker.tsx';
import { PasswordDialog } from '../screens/PasswordDialog.tsx';
import { useUi } from '../ui.ts';
import { Floating, FloatsHost } from '../widgets/Floats.tsx';
import { Footer } from '../widgets/Footer.tsx';
import { Overlay } from '../widgets/Panel.tsx';
import type { Connection } from './connection.ts';
import { Main } from './Main.tsx';
import { Confirmation, isSessionEnd, withSessionEnd } from './sessionEvents.ts';

type Props = {
  context: CommandContext;
  /** A client with this token in the current language. */
  connect(token: string | null, confirm?: () => Promise<boolean>): Api;
  connection: Connection;
  onOpened(jobs: Jobs, remarks: RemarkDrafts | null): void;
  onLanguage(): void;
  onSuspend(): void;
  onRedraw(): void;
  onQuit(): void;
  onInterrupt(): void;
};

/**
 * Login, forced password change, logged in, or session ended. After a session ends, open screens and typed text stay
 * until the next login.
 */
type State =
  | { kind: 'starting'; token: string }
  /** With `kept`, this session waits for its server while somebody else logs in. */
  | { kind: 'out'; message: string; kept?: string }
  | { kind: 'initial'; token: string; me: User; password: string }
  | { kind: 'in'; token: string; me: User }
  | { kind: 'again'; token: string; me: User; message: string };

const FOOTER_ROWS = 1;
const SERVER_COLUMNS = 72;
/** Above all layers of a logged-in user. */
const ABOVE_ALL = 50;

export function Root(props: Props) {
  const { context, connect, connection, onOpened, onLanguage, onSuspend, onRedraw, onQuit, onInterrupt } = props;
  const { texts, columns, rows } = useUi();
  const { common } = texts;
  const first = context.givenToken ?? context.session?.token;
  const [state, setState] = useState<State>(
    first === undefined ? { kind: 'out', message: '' } : { kind: 'starting', token: first },
  );
  const token = 'token' in state ? state.token : null;
  const { keyboard } = useKeyboard();
  const holds = useRef<(() => void)[]>([]);
  const [ends, countEnd] = useReducer((count: number) => count + 1, 0);
  const onSessionEnd = useCallback(
    (error: unknown) => {
      // Keys typed now are meant for the login, not for the screens that it will hide.
      holds.current.push(keyboard.hold());
      void deleteSession(context, token).then(() => {
        const source = token === context.givenToken ? context.tokenSource : null;
        const ended = error instanceof ApiError && isElsewhere(error) ? error.message : common.errors.unauthenticated;
        const why = source === null ? ended : texts.cli.errors.badToken(source);
        setState((now) => withoutSession(now, token, why));
        countEnd();
      });
    },
    [context, token, common, texts, keyboard],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: releases the keys in the frame of the ended session
  useLayoutEffect(() => {
    for (const letGo of holds.current.splice(0)) letGo();
  }, [ends]);
  const [server, setServer] = useState(context.server);
  const [choosing, setChoosing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a client speaks to the server that was chosen when it was made
  const nobodys = useMemo(() => connect(null), [connect, server]);
  const [confirmation] = useState(() => new Confirmation());
  const api = useMemo(
    () => withSessionEnd(connect(token, confirmation.ask), onSessionEnd),
    [connect, token, confirmation, onSessionEnd],
  );
  useKeys({
    places: ['app'],
    handlers: {
      suspend: onSuspend,
      redraw: onRedraw,
      interrupt: onInterrupt,
      ...(state.kind === 'in' ? {} : { language: onLanguage }),
    },
  });

  const loggedIn = ({ token: fresh, expiresAt, user, mustAddFactor }: Begun, password: string) => {
    if (!('me' in state) || state.me.id !== user.id) connection.forget();
    // Saved before it is shown, so that a user who quits at once stays logged in.
    const session = { token: fresh, account: user.account, expiresAt };
    void saveSession(context, session).then(() =>
      setState(
        mustAddFactor ? { kind: 'out', message: texts.cli.login.mustAddFactor } : entered(fresh, user, password),
      ),
    );
  };
  const logOut = () => {
    void api.call('POST session/logout', {}).catch(() => {});
    void deleteSession(context, token).then(() => setState({ kind: 'out', message: '' }));
  };

  const chooseServer = (chosen: string) => {
    setChoosing(false);
    if (chosen === server) return;
    context.globals.server = chosen;
    connection.restart();
    setServer(chosen);
    const known = context.session?.token;
    setState(known === undefined ? { kind: 'out', message: '' } : { kind: 'starting', token: known });
  };
  const titleRows = Math.ceil(displayWidth(common.title) / columns);

  return (
    <>
      {(state.kind === 'in' || state.kind === 'again') && (
        <Box flexDirection="column" display={state.kind === 'in' ? 'flex' : 'none'}>
          <Overlay>
            <Main
              key={state.me.id}
              {...{ api, context, confirmation, connection, onError: isSessionEnd, onOpened, onLanguage, onQuit }}
              account={state.me}
              hasSession={state.token !== context.givenToken}
              setMe={(me) => setState({ ...state, me })}
              onLogOut={logOut}
            />
          </Overlay>
        </Box>
      )}
      {state.kind !== 'in' && (
        <FloatsHost top={titleRows} bottom={FOOTER_ROWS}>
          <Box flexDirection="column" width={columns} height={rows}>
            <Text bold wrap="wrap">
              {common.title}
            </Text>
            <Box flexDirection="column" flexGrow={1} overflow="hidden">
              <Overlay levels={ABOVE_ALL}>{entrance(state)}</Overlay>
              {choosing && (
                <Overlay levels={ABOVE_ALL + 1}>
                  <Floating width={SERVER_COLUMNS}>
                    <ServerPicker context={context} onChoose={chooseServer} onCancel={() => setChoosing(false)} />
                  </Floating>
                </Overlay>
              )}
            </Box>
            <Footer />
          </Box>
        </FloatsHost>
      )}
    </>
  );

  function entrance(shownState: Exclude<State, { kind: 'in' }>) {
    switch (shownState.kind) {
      case 'starting':
        // Nothing opens while another server is chosen.
        return choosing ? null : (
          <KeptSession
            key={server}
            api={api}
            connection={connection}
            account={context.givenToken ? '' : (context.session?.account ?? '')}
            onEnter={(me) => setState(entered(shownState.token, me, ''))}
            onOther={() => setState({ kind: 'out', message: '', kept: shownState.token })}
            onServer={() => setChoosing(true)}
            onQuit={onQuit}
          />
        );
      case 'out':
      case 'again': {
        const kept = shownState.kind === 'out' ? shownState.kept : undefined;
        const last = kept === undefined ? context.session?.account : undefined;
        return (
          <Login
            key={shownState.kind === 'again' ? shownState.kind : `${server} ${shownState.message}`}
            api={nobodys}
            account={shownState.kind === 'again' ? shownState.me.account : (last ?? '')}
            message={shownState.message}
            modal={shownState.kind === 'again'}
            onDone={loggedIn}
            onServer={shownState.kind === 'out' ? () => setChoosing(true) : undefined}
            onBack={kept === undefined ? undefined : () => setState({ kind: 'starting', token: kept })}
            onQuit={onQuit}
          />
        );
      }
      case 'initial':
        return (
          <EntranceBox heading={texts.tui.password.title} server={api.server}>
            <PasswordDialog
              api={api}
              why={common.errors.password_change_required}
              old={shownState.password}
              onDone={() =>
                setState({ kind: 'in', token: shownState.token, me: { ...shownState.me, mustChangePassword: false } })
              }
              onCancel={logOut}
            />
          </EntranceBox>
        );
    }
  }
}

function entered(token: string, me: User, password: string): State {
  return me.mustChangePassword ? { kind: 'initial', token, me, password } : { kind: 'in', token, me };
}

/** Ends only this session: the user may have a new one before its last response arrives. */
function withoutSession(now: State, token: string | null, message: string): State {
  if (!('token' in now) || now.token !== token) return now;
  return 'me' in now && now.kind !== 'initial' ? { ...now, kind: 'again', message } : { kind: 'out', message };
}
