import { ApiError } from '@shp/shared/api/errors';
import type { Output } from '@shp/shared/api/index';
import type { User } from '@shp/shared/api/objects';
import { Box, Text } from 'ink';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Api } from '../api/client.ts';
import { forgetSession, keepSession } from '../config/keptSession.ts';
import type { Shp } from '../core/context.ts';
import type { Jobs } from './jobs/jobs.ts';
import { useKeyboard, useKeys } from './keys/useKeys.ts';
import { Main } from './Main.tsx';
import { Login } from './screens/Login.tsx';
import { PasswordDialog } from './screens/PasswordDialog.tsx';
import { useUi } from './ui.ts';
import { Footer } from './widgets/Footer.tsx';
import { Above } from './widgets/Panel.tsx';
import { errorText } from './words.ts';

type Props = {
  shp: Shp;
  /** A client with this token, in the present language. */
  connect(token: string | null): Api;
  onJobs(jobs: Jobs): void;
  onLanguage(): void;
  onSuspend(): void;
  onRedraw(): void;
  onQuit(): void;
  onInterrupt(): void;
};

/** Who is there: nobody yet, somebody who must choose a password first, or somebody who is in. */
type State =
  | { kind: 'starting'; token: string }
  | { kind: 'out'; message: string }
  | { kind: 'initial'; token: string; me: User; password: string }
  | { kind: 'in'; token: string; me: User };

export function Root(props: Props) {
  const { shp, connect, onJobs, onLanguage, onSuspend, onRedraw, onQuit, onInterrupt } = props;
  const { texts, columns, rows } = useUi();
  const { common } = texts;
  const first = shp.givenToken ?? shp.session?.token;
  const [state, setState] = useState<State>(
    first === undefined ? { kind: 'out', message: '' } : { kind: 'starting', token: first },
  );
  const token = 'token' in state ? state.token : null;
  const api = useMemo(() => connect(token), [connect, token]);
  useKeys({
    places: ['app'],
    handlers: {
      suspend: onSuspend,
      redraw: onRedraw,
      interrupt: onInterrupt,
      ...(state.kind === 'in' ? {} : { language: onLanguage }),
    },
  });

  const end = useCallback(
    (message: string) => {
      void forgetSession(shp, token).then(() => setState({ kind: 'out', message }));
    },
    [shp, token],
  );
  const onError = useCallback(
    (error: unknown): boolean => {
      if (!(error instanceof ApiError) || error.status !== 401) return false;
      end(common.errors.unauthenticated);
      return true;
    },
    [end, common],
  );
  const { keyboard } = useKeyboard();
  const starting = state.kind === 'starting';
  useLayoutEffect(() => (starting ? keyboard.hold() : undefined), [starting, keyboard]);
  useEffect(() => {
    if (state.kind !== 'starting') return;
    const stop = new AbortController();
    api.call('GET user', {}, { signal: stop.signal }).then(
      (me) => setState(entered(state.token, me, '')),
      (error: unknown) => {
        if (!stop.signal.aborted && !onError(error)) setState({ kind: 'out', message: errorText(error, texts) });
      },
    );
    return () => stop.abort();
  }, [state, api, onError, texts]);

  const loggedIn = ({ token: fresh, expiresAt, user }: Output<'POST session/login'>, password: string) => {
    // Kept before it is shown: who quits at once is logged in the next time too.
    const session = { token: fresh, account: user.account, expiresAt };
    void keepSession(shp, session).then(() => setState(entered(fresh, user, password)));
  };
  const logOut = () => {
    void api.call('POST session/logout', {}).catch(() => {});
    end('');
  };

  if (state.kind === 'in') {
    return (
      <Above>
        <Main
          key={state.me.id}
          {...{ api, shp, onError, onJobs, onLanguage, onQuit }}
          me={state.me}
          setMe={(me) => setState({ ...state, me })}
          onLogOut={logOut}
        />
      </Above>
    );
  }
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Text bold wrap="wrap">
        {common.title}
      </Text>
      <Box flexDirection="column" flexGrow={1} overflow="hidden">
        <Above>{entrance(state)}</Above>
      </Box>
      <Footer />
    </Box>
  );

  function entrance(shownState: Exclude<State, { kind: 'in' }>) {
    switch (shownState.kind) {
      case 'starting':
        return <Text>{texts.login.loading}</Text>;
      case 'out':
        return (
          <Login
            key={shownState.message}
            api={api}
            account={shp.session?.account ?? ''}
            message={shownState.message}
            onDone={loggedIn}
            onQuit={onQuit}
          />
        );
      case 'initial':
        return (
          <PasswordDialog
            api={api}
            why={common.errors.password_change_required}
            old={shownState.password}
            onDone={() =>
              setState({ kind: 'in', token: shownState.token, me: { ...shownState.me, mustChangePassword: false } })
            }
            onCancel={logOut}
          />
        );
    }
  }
}

function entered(token: string, me: User, password: string): State {
  return me.mustChangePassword ? { kind: 'initial', token, me, password } : { kind: 'in', token, me };
}
