import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import type { AuthProvider } from 'react-admin';
import { CoreAdminContext } from 'react-admin';
import { BrowserRouter } from 'react-router';
import { logOut } from '../core/client.ts';
import { answerConfirmation, useConfirmationAsked } from '../core/confirmation.ts';
import { useText } from '../core/i18n/texts.ts';
import { usePreferences } from '../core/preferences.ts';
import { readSession, useSession } from '../core/session.ts';
import { themes } from '../theme/theme.ts';
import { lazyDialog } from '../ui/lazyDialog.tsx';
import { Layout } from './Layout.tsx';
import { Messages } from './Messages.tsx';
import { columnStore } from './providers/columnStore.ts';
import { dataProvider } from './providers/dataProvider.ts';
import { i18nProvider } from './providers/i18nProvider.ts';
import { StartUp } from './StartUp.tsx';

const Confirmation = lazyDialog(() => import('./Confirmation.tsx'));

/** The console after login. It unmounts when the session ends, and its caches go with it. */
export default function App({ failure }: { failure: unknown }) {
  const text = useText();
  const { lang, theme } = usePreferences();
  const { user } = useSession();
  const i18n = useMemo(() => i18nProvider(lang, text), [lang, text]);
  const asked = useConfirmationAsked();
  const [store] = useState(columnStore);
  const [queryClient] = useState(newQueryClient);
  return (
    <BrowserRouter>
      <CoreAdminContext
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18n}
        store={store}
        queryClient={queryClient}
      >
        <ThemeProvider theme={themes[theme]}>
          <CssBaseline enableColorScheme />
          {user ? <Layout /> : <StartUp failure={failure} />}
          <Suspense>{asked && <Confirmation onClose={() => answerConfirmation(false)} />}</Suspense>
          <Messages />
        </ThemeProvider>
      </CoreAdminContext>
    </BrowserRouter>
  );
}

/** Query client that reports failures and a missing network at once: no retries, no waiting to be online. */
function newQueryClient(): QueryClient {
  const always = { retry: false, networkMode: 'always' } as const;
  return new QueryClient({ defaultOptions: { queries: always, mutations: always } });
}

/**
 * react-admin's view of the session. The sign-in page logs in, and client.ts ends the session on any 401, so
 * react-admin has nothing to check.
 */
const authProvider: AuthProvider = {
  login: () => Promise.reject(new Error('the sign-in page logs in')),
  logout: logOut,
  checkAuth: () => (readSession().token === null ? Promise.reject() : Promise.resolve()),
  checkError: () => Promise.resolve(),
};
