import { ThemeProvider } from '@mui/material/styles';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect } from 'vitest';
import { loadConsoleTexts } from '../../src/core/i18n/texts.ts';
import { setPreferences } from '../../src/core/preferences.ts';
import { themes } from '../../src/theme/theme.ts';

afterEach(cleanup);
/** Machines that do other things meanwhile are slow. */
configure({ asyncUtilTimeout: 10_000 });

const LOADING = 'texts are loading';

/** Shows a part of the console in a language, at an address, and waits until its texts are loaded. */
export async function show(part: ReactNode, { lang = 'en', at = '/' }: { lang?: Lang; at?: string } = {}) {
  setPreferences({ lang });
  await loadConsoleTexts();
  await act(async () => {
    render(
      <ThemeProvider theme={themes.light}>
        <MemoryRouter initialEntries={[at]}>
          <Suspense fallback={LOADING}>{part}</Suspense>
          <Address />
        </MemoryRouter>
      </ThemeProvider>,
    );
  });
  await waitFor(() => expect(screen.queryByText(LOADING)).toBeNull());
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{decodeURIComponent(pathname + search)}</output>;
}

/** The address as a browser shows it. */
export const address = () => screen.getByTestId('address').textContent;
