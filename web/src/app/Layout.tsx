import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { FINAL_MANAGERS, type Role } from '@shp/shared/domain/accounts/roles';
import { Suspense, startTransition, useState } from 'react';
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

const ChangePassword = lazyDialog(() => import('./ChangePassword.tsx'));

/** Roles that fill in forms, score or write conclusions: their edits go through an outbox. */
const WRITERS: readonly Role[] = ['station', 'expert', ...FINAL_MANAGERS];

/** Header, tabs, screen, footer. Until an initial password is changed, only the change-password dialog is shown. */
export function Layout() {
  const { web } = useText();
  const { id, mustChangePassword, role } = useUser();
  const [changing, setChanging] = useState(false);
  if (useMatch(PRINT) && !mustChangePassword) return <Screen />;
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <Box component="a" href="#content" sx={SKIP}>
        {web.skip}
      </Box>
      <Header onChangePassword={() => startTransition(() => setChanging(true))} />
      <Tabs />
      <OfflineNotice />
      <Suspense>
        {WRITERS.includes(role) && !mustChangePassword && <OutboxRunner.Part account={id} role={role} />}
      </Suspense>
      <Container component="main" id="content" tabIndex={-1} maxWidth="lg" sx={{ flex: 1, py: 3, outline: 0 }}>
        {!mustChangePassword && <Screen />}
      </Container>
      <Footer />
      {!mustChangePassword && <Prefetch role={role} />}
      <Suspense>
        {(changing || mustChangePassword) && (
          <ChangePassword
            onClose={() => setChanging(false)}
            {...(mustChangePassword ? { onRefuse: () => void logOut() } : {})}
          />
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
