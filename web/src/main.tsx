import { guard } from '@shp/shared/domain/guard';
import { lazy, StrictMode, Suspense, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Crash } from './Crash.tsx';
import { SignIn } from './screens/login/SignIn.tsx';
import { Wait } from './screens/login/Wait.tsx';
import { readSession, useSession } from './session.ts';
import { loadConsoleTexts, loadSignInTexts } from './texts.ts';

/** The console and its texts; a language chosen meanwhile has its texts loaded by whoever chose it. */
async function loadConsole() {
  const [console] = await Promise.all([import('./app.tsx'), loadConsoleTexts()]);
  return console;
}
const Console = lazy(loadConsole);

/** Nobody logged in sees the sign-in page whatever the address; the console is loaded for somebody who is, or is about to be. */
function Root() {
  const { token } = useSession();
  useLayoutEffect(() => {
    if (token === null) guardNobody();
  }, [token]);
  return (
    <Crash>
      <Suspense fallback={<Wait />}>{token === null ? <SignIn onTyping={preload} /> : <Console />}</Suspense>
    </Crash>
  );
}

function preload(): void {
  loadConsole().catch(ignore);
}

// A part that could not be preloaded is asked for again, and its failure shown, when it is needed.
function ignore(): void {}

function guardNobody(): void {
  if (readSession().token !== null) return;
  const verdict = guard(null, location.pathname);
  if (verdict.go === 'redirect') history.replaceState(null, '', verdict.to);
}
addEventListener('popstate', guardNobody);

async function start(place: HTMLElement): Promise<void> {
  if (readSession().token !== null) preload();
  await loadSignInTexts();
  createRoot(place).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}

const place = document.getElementById('root');
if (!place) throw new Error('the page has no place for the console');
void start(place);
