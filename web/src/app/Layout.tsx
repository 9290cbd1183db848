import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { MANAGERS, type Role } from '@shp/shared/domain/accounts/roles';
import { routeOf } from '@shp/shared/domain/routes';
import { Suspense, startTransition, useCallback, useEffect, useState } from 'react';
import { useLocation, useMatch } from 'react-router';
import { logOut } from '../core/client.ts';
import { hasTaken } from '../core/device.ts';
import { useText } from '../core/i18n/texts.ts';
import { isTyping, keyOf } from '../core/keys.ts';
import { lazyExtra } from '../core/lazyWithPreload.tsx';
import { useSession, useUser } from '../core/session.ts';
import { Loading } from '../ui/Loading.tsx';
import { lazyDialog } from '../ui/lazyDialog.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { Prefetch } from './Prefetch.tsx';
import { forgetScreens, isAssessmentPage, OutboxRunner, PRINT } from './routes.ts';
import { Tabs } from './Tabs.tsx';
import { useScrollPlace } from './useScrollPlace.ts';

const DIALOGS = {
  factor: lazyDialog(() => import('./FirstFactor.tsx')),
  password: lazyDialog(() => import('./ChangePassword.tsx')),
  find: lazyDialog(() => import('./find/Finder.tsx')),
  keys: lazyDialog(() => import('./find/KeySheet.tsx')),
  device: lazyDialog(() => import('../offline/DeviceDialog.tsx')),
};
/** Comes after everything else, unless an offline copy exists: then the pages need it at once. */
const DeviceRunner = lazyExtra(() => import('../offline/DeviceRunner.tsx'));

/** Roles that fill in forms, score, write conclusions or take photographs: what they make goes through outbox and uploads. */
const WRITERS: readonly Role[] = ['station', 'expert', 'admin', ...MANAGERS];

/** Header, tabs, screen, footer. Until an initial password is changed and a required second factor added, only that dialog is shown. */
export function Layout() {
  const { web } = useText();
  const { id, mustChangePassword, role } = useUser();
  const { mustAddFactor } = useSession();
  const must = mustChangePassword ? 'password' : mustAddFactor ? 'factor' : null;
  const writes = WRITERS.includes(role) && !must;
  const [opened, setOpened] = useState<keyof typeof DIALOGS | null>(null);
  const [device, setDevice] = useState(hasTaken);
  const [outbox, setOutbox] = useState(false);
  const loadOutbox = useCallback(() => OutboxRunner.preload().then(() => setOutbox(true)), []);
  // The pages that edit need the outbox at once; the others send what is left in it once they are shown.
  const onAssessment = isAssessmentPage(routeOf(useLocation().pathname) ?? '/');
  if (onAssessment && !outbox) setOutbox(true);
  const prefetched = useCallback(() => DIALOGS.find.preload().finally(() => setDevice(true)), []);
  const open = useCallback(
    (dialog: keyof typeof DIALOGS) => startTransition(() => setOpened(must ? null : dialog)),
    [must],
  );
  const prints = useMatch(PRINT) !== null && !must;
  useGlobalKeys(prints ? null : open);
  useScrollPlace();
  if (prints) return <Screen />;
  const shown = must ?? opened;
  const Dialog = shown && DIALOGS[shown];
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <Box component="a" href="#content" sx={SKIP}>
        {web.skip}
      </Box>
      <Header onOpen={open} />
      <Tabs />
      <OfflineNotice />
      <Suspense>{writes && outbox && <OutboxRunner.Part account={id} role={role} />}</Suspense>
      <Suspense>{device && !must && <DeviceRunner onOpen={() => open('device')} />}</Suspense>
      <Container component="main" id="content" tabIndex={-1} maxWidth="lg" sx={{ flex: 1, py: 3, outline: 0 }}>
        {!must && <Screen />}
      </Container>
      <Footer />
      {!must && <Prefetch role={role} first={writes ? loadOutbox : nothing} last={prefetched} />}
      <Suspense>
        {Dialog && (
          <Dialog onClose={() => setOpened(null)} onOpen={open} {...(must ? { onRefuse: () => void logOut() } : {})} />
        )}
      </Suspense>
    </Box>
  );
}

function Screen() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary at={pathname} onCrash={forgetScreens}>
      <Suspense fallback={<Loading />}>
        <AppRoutes />
      </Suspense>
    </ErrorBoundary>
  );
}

const nothing = async () => {};

const SKIP = {
  position: 'absolute',
  left: 8,
  top: -60,
  zIndex: 'tooltip',
  p: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
  '&:focus': { top: 8 },
} as const;

/** Opens the command box or the sheet of keys by key, unless a dialog or menu is open; "?" and "/" also go into fields. */
function useGlobalKeys(open: ((what: 'find' | 'keys') => void) | null): void {
  useEffect(() => {
    if (!open) return;
    function press(event: KeyboardEvent) {
      const name = keyOf('everywhere', event);
      if ((name !== 'find' && name !== 'keys') || document.querySelector('.MuiModal-root')) return;
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && isTyping(event)) return;
      event.preventDefault();
      open?.(name);
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [open]);
}
