import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { FINAL_MANAGERS, type Role } from '@shp/shared/domain/accounts/roles';
import { Suspense, startTransition, useCallback, useState } from 'react';
import { useLocation, useMatch } from 'react-router';
import { logOut } from '../core/client.ts';
import { useText } from '../core/i18n/texts.ts';
import { useUser } from '../core/session.ts';
import { Loading } from '../ui/Loading.tsx';
import { lazyDialog } from '../ui/lazyDialog.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { Prefetch } from './Prefetch.tsx';
import { forgetScreens, OutboxRunner, PRINT } from './routes.ts';
import { Tabs } from './Tabs.tsx';
import { useGlobalKeys } from './useGlobalKeys.ts';

const DIALOGS = {
  password: lazyDialog(() => import('./ChangePassword.tsx')),
  find: lazyDialog(() => import('./find/Finder.tsx')),
  keys: lazyDialog(() => import('./find/KeySheet.tsx')),
};

/** Roles that fill in forms, score or write conclusions: their edits go through an outbox. */
const WRITERS: readonly Role[] = ['station', 'expert', ...FINAL_MANAGERS];

/** Header, tabs, screen, footer. Until an initial password is changed, only the change-password dialog is shown. */
export function Layout() {
  const { web } = useText();
  const { id, mustChangePassword, role } = useUser();
  const [opened, setOpened] = useState<keyof typeof DIALOGS | null>(null);
  const open = useCallback(
    (dialog: keyof typeof DIALOGS) => startTransition(() => setOpened(mustChangePassword ? null : dialog)),
    [mustChangePassword],
  );
  const prints = useMatch(PRINT) !== null && !mustChangePassword;
  useGlobalKeys(prints ? null : open);
  if (prints) return <Screen />;
  const shown = mustChangePassword ? 'password' : opened;
  const Dialog = shown && DIALOGS[shown];
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <Box component="a" href="#content" sx={SKIP}>
        {web.skip}
      </Box>
      <Header onOpen={open} />
      <Tabs />
      <OfflineNotice />
      <Suspense>
        {WRITERS.includes(role) && !mustChangePassword && <OutboxRunner.Part account={id} role={role} />}
      </Suspense>
      <Container component="main" id="content" tabIndex={-1} maxWidth="lg" sx={{ flex: 1, py: 3, outline: 0 }}>
        {!mustChangePassword && <Screen />}
      </Container>
      <Footer />
      {!mustChangePassword && <Prefetch role={role} then={DIALOGS.find.preload} />}
      <Suspense>
        {Dialog && (
          <Dialog onClose={() => setOpened(null)} {...(mustChangePassword ? { onRefuse: () => void logOut() } : {})} />
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
