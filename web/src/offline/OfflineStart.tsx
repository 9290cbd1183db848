import type { User } from '@shp/shared/api/objects';
import { type FormEvent, useEffect, useState } from 'react';
import { useOfflineText } from '../core/i18n/offlineTexts.ts';
import { beginOffline } from '../core/session.ts';
import { userOf } from './device.ts';
import { isLocked, MAX_WRONG_PINS, unlock } from './lock.ts';
import { type DeviceAccount, openOfflineCopies } from './store.ts';
import './door.css';

useOfflineText.preload();

const AGAIN_MS = 1000;

/** Whether the server answers; anything but its own word counts as offline. */
async function isReachable(): Promise<boolean> {
  try {
    const response = await fetch('/api/health', { cache: 'no-store' });
    return response.status < 500;
  } catch {
    return false;
  }
}

/** Offline: opens the offline copies on this device. */
export default function OfflineStart() {
  const text = useOfflineText();
  const [holders, setHolders] = useState<readonly DeviceAccount[]>([]);
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      clearTimeout(again);
      try {
        setHolders((await isReachable()) ? [] : await (await openOfflineCopies()).getAll('holders'));
      } catch {
        // A browser that ended badly can hold its database for a moment longer.
        again = setTimeout(look, AGAIN_MS);
      }
    };
    void look();
    addEventListener('online', look);
    return () => {
      clearTimeout(again);
      removeEventListener('online', look);
    };
  }, []);
  if (holders.length === 0) return null;
  return (
    <section className="door" aria-label={text.door.title}>
      <h2>{text.door.title}</h2>
      <p>{text.door.note}</p>
      {holders.map((holder) => (
        <Open key={holder.account} holder={holder} onOpen={async () => beginOffline((await userOf(holder)) as User)} />
      ))}
    </section>
  );
}

/** Opens what an account took along, by its PIN where it has one. */
export function Open({ holder, onOpen }: { holder: DeviceAccount; onOpen: () => unknown }) {
  const { door, pin: words } = useOfflineText();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [deleted, setDeleted] = useState(false);
  const locked = isLocked(holder);

  async function enter(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem('');
    const tried = locked ? await unlock(holder.account, pin) : 'open';
    setBusy(false);
    if (tried === 'open') return onOpen();
    setDeleted(tried === 'deleted');
    const wrong = (await (await openOfflineCopies()).get('holders', holder.account))?.lock?.wrong ?? MAX_WRONG_PINS;
    setPin('');
    setProblem(words.wrong(MAX_WRONG_PINS - wrong));
  }

  if (deleted) return <p role="alert">{words.deleted}</p>;
  return (
    <form onSubmit={enter}>
      {locked && (
        <label>
          {words.label}
          <input
            type="password"
            inputMode="numeric"
            autoComplete="off"
            value={pin}
            onChange={(event) => setPin(event.target.value)}
          />
        </label>
      )}
      <p role="alert">{problem}</p>
      <button type="submit" aria-disabled={busy}>
        {door.open(holder.name)}
      </button>
      {locked && <p className="help">{door.help}</p>}
    </form>
  );
}
