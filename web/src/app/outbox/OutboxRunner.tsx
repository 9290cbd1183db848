import type { Role } from '@shp/shared/domain/accounts/roles';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { applySavedToCache } from '../../assessment/applySavedToCache.ts';
import { useOutboxText } from '../../core/i18n/outboxTexts.ts';
import { startUploads, uploadsOf } from '../../files/upload/useUploads.ts';
import { outboxOf, startOutbox } from '../../outbox/outboxInstance.ts';
import { useSnapshot } from '../../outbox/useOutbox.ts';
import { askBeforeLogout } from '../confirmLogout.ts';
import { LogoutDialog } from './LogoutDialog.tsx';
import { UnsentElsewhereNotice } from './UnsentElsewhereNotice.tsx';

// All that there may be to say is loaded at once: it is said when there is no line.
useOutboxText.preload();

/** Handed down, as the session may have ended by the time that this is drawn. */
type Props = { account: string; role: Role };

/** Sends what waits, on whatever page the person is. */
export default function OutboxRunner({ account, role }: Props) {
  const cache = useQueryClient();
  useEffect(() => startOutbox(account), [account]);
  useEffect(() => startUploads(account), [account]);
  useEffect(() => outboxOf(account).onKept((kept) => applySavedToCache(cache, kept)), [account, cache]);
  return (
    <Suspense>
      <Notices account={account} role={role} />
    </Suspense>
  );
}

/** Says what waits where no page of its own shows it, and before logging out. */
function Notices({ account, role }: Props) {
  useOutboxText();
  const { entries, halted } = useSnapshot(account);
  const stuck = halted !== null || entries.some(({ trouble }) => trouble !== null);
  const [leaving, setLeaving] = useState(false);
  useEffect(
    () =>
      askBeforeLogout(() => {
        const outbox = outboxOf(account);
        const unfinished = outbox.snapshot().entries.length + uploadsOf(account).list().length;
        if (unfinished > 0) setLeaving(true);
        outbox.flush();
        return unfinished > 0;
      }),
    [account],
  );

  return (
    <>
      {stuck && <UnsentElsewhereNotice entries={entries} role={role} />}
      {leaving && <LogoutDialog account={account} onStay={() => setLeaving(false)} />}
    </>
  );
}
