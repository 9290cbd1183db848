import Button from '@mui/material/Button';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../src/app/ErrorBoundary.tsx';
import { OfflineNotice } from '../../src/app/OfflineNotice.tsx';
import { Empty } from '../../src/ui/Empty.tsx';
import { Skeleton } from '../../src/ui/Skeleton.tsx';
import { show } from './show.tsx';

afterEach(() => vi.restoreAllMocks());

test('an empty place says why, and offers the button that helps', async () => {
  const onAdd = vi.fn();
  await show(<Empty action={<Button onClick={onAdd}>Add station</Button>}>There are no stations yet.</Empty>);
  screen.getByText('There are no stations yet.');
  fireEvent.click(screen.getByRole('button', { name: 'Add station' }));
  expect(onAdd).toHaveBeenCalledOnce();
});

test('loading rows are announced once and as high as the rows will be', async () => {
  await show(<Skeleton rows={3} height={34} />, { lang: 'zh' });
  const bars = [...screen.getByRole('progressbar', { name: '正在加载…' }).children] as HTMLElement[];
  expect(bars.map(({ style }) => style.height)).toEqual(['34px', '34px', '34px']);
});

test('the notice appears while the device is offline, and leaves with the connection', async () => {
  await show(<OfflineNotice />);
  const [notice] = screen.getAllByRole('status');
  const turn = (online: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')));
  };
  expect(notice?.textContent).toBe('');
  turn(false);
  expect(notice?.textContent).toBe('This device is offline. What you see may be out of date.');
  turn(true);
  expect(notice?.textContent).toBe('');
});

function Broken(): never {
  throw new Error('broken');
}

test('a page that crashes offers ways out, and another address shows its page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const forgotten = vi.fn();
  function Layout() {
    const [at, setAt] = useState('/broken');
    return (
      <>
        <button type="button" onClick={() => setAt('/stations')}>
          Stations
        </button>
        <ErrorBoundary at={at} onCrash={forgotten}>
          {at === '/broken' ? <Broken /> : <p>All stations</p>}
        </ErrorBoundary>
      </>
    );
  }
  await show(<Layout />);
  expect(screen.getByRole('alert').textContent).toContain('The page could not be shown');
  screen.getByRole('button', { name: 'Load again' });
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  expect(forgotten).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Stations' }));
  screen.getByText('All stations');
});
