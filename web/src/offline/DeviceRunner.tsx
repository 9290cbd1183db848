import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { client } from '../core/client.ts';
import { hasTaken, usePinAsked, useTakenSince } from '../core/device.ts';
import { useOfflineText } from '../core/i18n/offlineTexts.ts';
import { lazyExtra } from '../core/lazyWithPreload.tsx';
import { useUser } from '../core/session.ts';
import { hasUnsent } from '../core/unsent.ts';
import { uploadsOf } from '../files/upload/useUploads.ts';
import type { Saved } from '../outbox/outbox.ts';
import { outboxOf } from '../outbox/outboxInstance.ts';
import { WholeDates } from '../ui/fields/WholeDates.tsx';
import { contact } from './contact.ts';
import { timeText } from './timeText.ts';
import { loadVersion, startWorker, useVersionWaits } from './version.ts';

useOfflineText.preload();
const Locked = lazyExtra(() => import('./Locked.tsx'));

/** How often the server is tried while pages show offline copies. */
const TRY_MS = 10_000;

const keep = async (account: string, saved: Saved) => (await import('./saved.ts')).rememberSaved(account, saved);

/** Lets the console start offline, and says when a page shows an offline copy. */
export default function DeviceRunner({ onOpen }: { onOpen: () => void }) {
  const { id: account } = useUser();
  const since = useTakenSince();
  const asked = usePinAsked();
  const cache = useQueryClient();
  useEffect(() => void startWorker().catch(() => undefined), []);
  useEffect(
    () =>
      outboxOf(account).onSaved((saved) => {
        // Without room the older answer shows offline.
        if (hasTaken()) void keep(account, saved).catch(() => undefined);
      }),
    [account],
  );
  const reached = since === null;
  useEffect(() => {
    if (reached) {
      if (hasTaken()) void contact().catch(() => undefined);
      // What was shown from this device is read anew.
      return () => undefined;
    }
    const look = () => void client.call('GET user', {}).catch(() => undefined);
    const timer = setInterval(look, TRY_MS);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
      // A browser can think that it was online all along, and the next try can be a minute away.
      outboxOf(account).flush();
      void cache.invalidateQueries();
    };
  }, [reached, cache, account]);
  return (
    <Suspense>
      {since !== null && <Shown since={since} onOpen={onOpen} />}
      {asked && <Locked />}
      <Refused onOpen={onOpen} />
      <Version />
    </Suspense>
  );
}

function Shown({ since, onOpen }: { since: number; onOpen: () => void }) {
  const text = useOfflineText();
  return (
    <Box role="status" sx={NOTICE}>
      <WholeDates>{text.shown(timeText(since))}</WholeDates>{' '}
      <Button color="inherit" size="small" variant="outlined" onClick={onOpen}>
        {text.title}
      </Button>
    </Box>
  );
}

/** Photographs that the server refuses, such as those of an assessment that the user may no longer see. */
function Refused({ onOpen }: { onOpen: () => void }) {
  const text = useOfflineText();
  const { subscribe, list } = uploadsOf(useUser().id);
  const refused = useSyncExternalStore(
    subscribe,
    () => list().filter(({ photo, state }) => photo && state === 'failed').length,
  );
  if (refused === 0) return null;
  return (
    <Box role="alert" sx={NOTICE}>
      {text.unsent.fails(refused)}{' '}
      <Button color="inherit" size="small" variant="outlined" onClick={onOpen}>
        {text.title}
      </Button>
    </Box>
  );
}

/** A newer version waits until nothing is unsent. */
function Version() {
  const text = useOfflineText();
  const waits = useVersionWaits();
  const { subscribe, snapshot } = outboxOf(useUser().id);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const look = () => void hasUnsent().then((unsent) => setReady(!unsent));
    look();
    return subscribe(look);
  }, [waits, subscribe]);
  const { halted, durable } = snapshot();
  if (!waits || !ready || halted !== null || !durable) return null;
  return (
    <Box role="status" sx={NOTICE}>
      {text.newVersion}{' '}
      <Button color="inherit" size="small" variant="outlined" onClick={() => void loadVersion()}>
        {text.loadVersion}
      </Button>
    </Box>
  );
}

const NOTICE = {
  px: 2,
  py: 0.75,
  bgcolor: 'warning.main',
  color: 'warning.contrastText',
  textAlign: 'center',
} as const;
