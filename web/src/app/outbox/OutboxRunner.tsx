import type { Role } from '@shp/shared/domain/accounts/roles';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { applySavedToCache } from '../../assessment/applySavedToCache.ts';
import { useOutboxText } from '../../core/i18n/outboxTexts.ts';
import { isPhotoUnderWay, startUploads, uploadsOf } from '../../files/upload/useUploads.ts';
import { outboxOf, startOutbox } from '../../outbox/outboxInstance.ts';
import { partsOf } from '../../outbox/senders.ts';
import { useSnapshot } from '../../outbox/useOutbox.ts';
import { askBeforeLogout } from '../confirmLogout.ts';
import { LogoutDialog } from './LogoutDialog.tsx';
import { sendPhotosLast } from './photosLast.ts';
import { UnsentElsewhereNotice } from './UnsentElsewhereNotice.tsx';

// Load the outbox texts now: they are needed when the network is down.
useOutboxText.preload();

/** Passed as a prop, because the session may have ended before this renders. */
type Props = { account: string; role: Role };

/** Sends pending edits, on every page. */
export default function OutboxRunner({ account, role }: Props) {
  const cache = useQueryClient();
  useEffect(() => startOutbox(account), [account]);
  // Before the first photograph goes.
  useEffect(() => sendPhotosLast(account), [account]);
  useEffect(() => startUploads(account), [account]);
  useEffect(() => sendStepsAfterPhotos(account), [account]);
  useEffect(() => sendPhotosOfNewFindings(account), [account]);
  useEffect(() => outboxOf(account).onSaved((saved) => applySavedToCache(cache, saved)), [account, cache]);
  return (
    <Suspense>
      <Notices account={account} role={role} />
    </Suspense>
  );
}

/** Steps of findings wait for their photographs: tries again when there are fewer. */
function sendStepsAfterPhotos(account: string): () => void {
  const uploads = uploadsOf(account);
  const count = () => uploads.list().filter((one) => one.target.target === 'finding' && isPhotoUnderWay(one)).length;
  let before = count();
  return uploads.subscribe(() => {
    const now = count();
    if (now < before) outboxOf(account).flush();
    before = now;
  });
}

/** Another tab has sent a new finding: photographs of it that this tab holds can go. */
function sendPhotosOfNewFindings(account: string): () => void {
  return outboxOf(account).onSaved(({ object, answer }) => {
    const { kind, id } = partsOf(object);
    const [, key = ''] = id.split('/');
    const finding = answer as { id: string } | null;
    if (kind === 'newFinding' && finding) void uploadsOf(account).findingAdded(key, finding.id);
  });
}

/** Notices about unsent edits, on pages that do not show them and before logout. */
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
