import './ui/backGuard.ts';
import { guard } from '@shp/shared/domain/routes';
import { StrictMode, Suspense, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { prefetchData, preloadScreen } from './app/routes.ts';
import { callEarly, loadUser } from './core/client.ts';
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

/** Nobody logged in sees the sign-in page whatever the address; the console is loaded for somebody who is, or is about to be. */
function Root({ failure }: { failure: unknown }) {
  const { token, ended } = useSession();
  useLayoutEffect(() => {
    if (token === null) guardNobody();
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
 * Loads the page anew at / after a logout. Until it comes there is no sign-in page, whose fields would be emptied under
 * the next person's hands; and nothing of the console is left that would ask whether to leave.
 */
function Leaving() {
  useEffect(() => location.assign('/'), []);
  return <Loading />;
}

/** A part that could not be loaded is asked for again, and its failure shown, when it is needed. */
async function preload(): Promise<void> {
  await consolePart.preload().catch(() => null);
}

function guardNobody(): void {
  if (readSession().token !== null) return;
  const verdict = guard(null, location.pathname);
  if (verdict.go === 'redirect') history.replaceState(null, '', verdict.to);
}
addEventListener('popstate', guardNobody);

/** Loads the user, whose role decides whether the data of the address may be asked for. */
async function begin(): Promise<unknown> {
  const failure = await loadUser();
  const { user } = readSession();
  if (user && !user.mustChangePassword) prefetchData(location.pathname, user.role);
  return failure;
}

async function start(place: HTMLElement): Promise<void> {
  const loggedIn = readSession().token !== null;
  if (!loggedIn) callEarly('GET basic/validate_code', {});
  const [failure] = await Promise.all([loggedIn ? begin() : null, loggedIn ? preload() : null, loadSignInTexts()]);
  createRoot(place).render(
    <StrictMode>
      <Root failure={failure} />
    </StrictMode>,
  );
}

const place = document.getElementById('root');
if (!place) throw new Error('the page has no place for the console');
void start(place);
