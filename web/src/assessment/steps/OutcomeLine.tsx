import Box from '@mui/material/Box';
import type { Assessment } from '@shp/shared/api/objects';
import type { LifecycleRow } from '@shp/shared/domain/assessment/lifecycle';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useContext } from 'react';
import { CloseNotificationContext } from 'react-admin';
import { queries, refreshAll } from '../../core/assessmentQueries.ts';
import { client } from '../../core/client.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import { UndoButton } from '../../core/UndoButton.tsx';
import { useToast } from '../../core/useToast.ts';
import { OutcomeContext } from './outcome.ts';

const Made = lazyExtra(() => import('./Made.tsx'));

/**
 * The result of a decision in the bar where it was taken: what became of which station at which level, what can be
 * printed, and the way back where there is one (`children`). It stays until the user leaves the page. The element is there
 * before the decision, so that screen readers read what appears in it.
 */
export function OutcomeLine({ children }: { children?: ReactNode }) {
  const { outcome } = useContext(OutcomeContext);
  return (
    <Box role="status" sx={outcome ? LINE : EMPTY}>
      <Suspense>{outcome && <Made outcome={outcome}>{children}</Made>}</Suspense>
    </Box>
  );
}

/** "Undo" of a submission: takes the application back. */
export function TakeBack({ assessment: { id, version }, row }: { assessment: Assessment; row: LifecycleRow }) {
  const { web } = useReviewText();
  const { setOutcome } = useContext(OutcomeContext);
  const cache = useQueryClient();
  const toast = useToast();

  async function undo() {
    try {
      const input = { id, status: row.to, description: '', version };
      cache.setQueryData(queries.assessment(id).queryKey, await client.call('POST assessment/add_event', input));
      toast.done(web.undone);
    } catch (error) {
      toast.failed(error);
    }
    await refreshAll(cache, id);
  }

  return (
    <CloseNotificationContext value={() => setOutcome(null)}>
      <UndoButton text={web.undo} onUndo={() => void undo()} />
    </CloseNotificationContext>
  );
}

const EMPTY = {} as const;
const LINE = { display: 'flex', alignItems: 'flex-start', gap: 1, py: 0.25 } as const;
