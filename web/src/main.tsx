import 'virtual:theme.css';
import './ui/backGuard.ts';
import { guard } from '@shp/shared/domain/routes';
import { StrictMode, Suspense, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { prefetchData, preloadScreen } from './app/routes.ts';
import { callEarly, loadUser } from './core/client.ts';
import { findTaken, provideDevice } from './core/device.ts';
import { loadConsoleTexts, loadSignInTexts } from './core/i18n/texts.ts';
import { lazyWithPreload } from './core/lazyWithPreload.tsx';
import { readSession, useSession } from './core/session.ts';
import { SignIn } from './screens/login/SignIn.tsx';
import { Loading } from './ui/Loading.tsx';

/** The console, its texts and the screen of the address. */
const consolePart = lazyWithPreload(async () => {
  const [app] = await Promise.all([import('./app/App.tsx'), loadConsoleTexts(), preloadScreen(location.pathname)]);
  return app;
});

/**
 * Without a session, shows the sign-in page at any address; loads the console once there is a token or a login begins.
 */
function Root({ failure }: { failure: unknown }) {
  const { token, ended } = useSession();
  useLayoutEffect(() => {
    if (token === null) redirectIfLoggedOut();
  }, [token]);
  if (ended === 'loggedOut') return <Leaving />;
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        {token === null ? <SignIn prepare={preload} /> : <consolePart.Part failure={failure} />}
      </Suspense>
    </ErrorBoundary>
  );
}

/**
 * Reloads the page at / after a logout. Until then it shows only a loading bar: the reload would empty a sign-in form
 * already being filled in, and a mounted console could ask whether to leave.
 */
function Leaving() {
  useEffect(() => location.assign('/'), []);
  return <Loading />;
}

/** A part that failed to load is retried, and its failure shown, when it is needed. */
async function preload(): Promise<void> {
  await consolePart.preload().catch(() => null);
}

function redirectIfLoggedOut(): void {
  if (readSession().token !== null) return;
  const verdict = guard(null, location.pathname);
  if (verdict.go === 'redirect') history.replaceState(null, '', verdict.to);
}
addEventListener('popstate', redirectIfLoggedOut);

/** Loads the user; the role decides which data of the address may be prefetched. */
async function begin(): Promise<unknown> {
  const failure = await loadUser();
  const { user } = readSession();
  if (user && !user.mustChangePassword) prefetchData(location.pathname, user.role);
  return failure;
}

async function start(place: HTMLElement): Promise<void> {
  const loggedIn = readSession().token !== null;
  await findTaken().catch(() => undefined);
  if (!loggedIn) callEarly('GET basic/validate_code', {});
  const [failure] = await Promise.all([loggedIn ? begin() : null, loggedIn ? preload() : null, loadSignInTexts()]);
  createRoot(place).render(
    <StrictMode>
      <Root failure={failure} />
    </StrictMode>,
  );
}

provideDevice(() => import('./offline/device.ts'));
const place = document.getElementById('root');
if (!place) throw new Error('the page has no place for the console');
void start(place);
