import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useOfflineText } from '../core/i18n/offlineTexts.ts';
import { useText } from '../core/i18n/texts.ts';
import { lazyExtra } from '../core/lazyWithPreload.tsx';
import { useUser } from '../core/session.ts';
import { Loading } from '../ui/Loading.tsx';
import { Pin } from './Pin.tsx';
import { type DeviceAccount, listTaken, openOfflineCopies, type Taken } from './store.ts';
import { TakenList } from './TakenList.tsx';

const TakeAlong = lazyExtra(() => import('./TakeAlong.tsx'));
const Unsent = lazyExtra(() => import('./Unsent.tsx'));

type Held = { readonly taken: readonly Taken[]; readonly holder: DeviceAccount | undefined };

/** Dialog: unsent edits, offline downloads with their age, and assessments that can be downloaded. */
export default function DeviceDialog({ onClose }: { onClose: () => void }) {
  const { web } = useText();
  const text = useOfflineText();
  const { id: account } = useUser();
  const [held, setHeld] = useState<Held | null>(null);
  const renew = useCallback(async () => {
    const taken = await listTaken(account);
    setHeld({ taken, holder: await (await openOfflineCopies()).get('holders', account) });
  }, [account]);
  useEffect(() => {
    renew().catch(() => setHeld(null));
  }, [renew]);
  const possible = 'serviceWorker' in navigator && window.isSecureContext;
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby="on-device">
      <DialogTitle id="on-device">{text.title}</DialogTitle>
      <DialogContent>
        <Part title={text.unsent.title}>
          <Suspense fallback={<Loading />}>
            <Unsent account={account} />
          </Suspense>
        </Part>
        {!possible && <Alert severity="info">{text.notHere}</Alert>}
        {possible && held && (
          <>
            <Part title={text.taken.title}>
              <TakenList taken={held.taken} onChange={renew} onOpen={onClose} />
            </Part>
            <Part title={text.take.title}>
              <Suspense fallback={<Loading />}>
                <TakeAlong taken={held.taken} onChange={renew} />
              </Suspense>
            </Part>
            {held.holder && (
              <Part title={text.pin.title}>
                <Pin key={String(held.holder.lock === null)} holder={held.holder} onChange={renew} />
              </Part>
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{web.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <Typography component="h3" sx={{ mt: 2, mb: 0.5, fontWeight: 600 }}>
        {title}
      </Typography>
      {children}
    </>
  );
}
