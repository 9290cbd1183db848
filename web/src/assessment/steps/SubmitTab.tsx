import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { type QueryFilters, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queries, refreshAll } from '../../core/assessmentQueries.ts';
import { client } from '../../core/client.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { invalidateQueries } from '../../core/invalidateQueries.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useToast } from '../../core/useToast.ts';
import { useOutbox, useUnsent } from '../../outbox/useOutbox.ts';
import { Failure } from '../../ui/Failure.tsx';
import { useArrival } from '../anchors.ts';
import { CollectedRemarks } from '../remarks/editor/CollectedRemarks.tsx';
import { NextSteps } from './NextSteps.tsx';
import { ProblemLinks } from './ProblemLinks.tsx';

const PARTS = ['form', 'score', 'file'] as const;

/** The obstacles to submitting, the self-assessed score, and the possible steps. */
export function SubmitTab({ assessment, events }: { assessment: Assessment; events: readonly Event[] }) {
  const { id, permissions } = assessment;
  const outbox = useOutbox();
  const cache = useQueryClient();
  const unsent = useUnsent(id);
  const isUnsent = unsent > 0;

  useEffect(() => outbox.flush(), [outbox]);
  useEffect(() => void cache.invalidateQueries(CHECKS), [cache]);
  useEffect(() => {
    if (isUnsent) return () => void invalidateQueries(cache, CHECKS);
  }, [isUnsent, cache]);

  return (
    <Stack spacing={2}>
      {permissions.editForm && <Problems id={id} unsent={unsent} />}
      {permissions.scoreStation && <SelfScore assessment={assessment} unsent={unsent} />}
      <Paper sx={{ p: 2 }}>
        <CollectedRemarks />
        <NextSteps
          assessment={assessment}
          events={events}
          unsent={unsent}
          problemsShownFor={permissions.editForm ? 'submitted' : null}
        />
      </Paper>
    </Stack>
  );
}

const CHECKS: QueryFilters = { predicate: ({ queryKey: [kind] }) => kind === 'problems' || kind === 'nextSteps' };

function Problems({ id, unsent }: { id: string; unsent: number }) {
  const { review } = useReviewText();
  const { lang } = usePreferences();
  const { data, error, isFetching, refetch } = useQuery(queries.problems(id, lang));
  return (
    <Paper component="section" sx={{ p: 2 }} aria-busy={isFetching}>
      {unsent > 0 && <Alert severity="info">{review.submit.unsent(unsent)}</Alert>}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && (
        <Alert
          severity={data.ok ? 'success' : 'warning'}
          role="status"
          action={
            <Button color="inherit" loading={isFetching} onClick={() => void refetch()}>
              {review.submit.check}
            </Button>
          }
        >
          {data.ok ? review.submit.nothing : review.submit.problems(data.problems.length)}
        </Alert>
      )}
      {PARTS.map((part) => {
        const problems = data?.problems.filter((problem) => problem.part === part) ?? [];
        if (problems.length === 0) return null;
        return (
          <Box key={part} sx={{ mt: 2 }}>
            <Typography variant="h2">{review.submit.parts[part]}</Typography>
            <ProblemLinks id={id} label={review.submit.parts[part]} problems={problems} />
          </Box>
        );
      })}
    </Paper>
  );
}

/** Saves the self-assessed score; the contract requires this after scoring. */
function SelfScore({ assessment: { id, stationScore }, unsent }: { assessment: Assessment; unsent: number }) {
  const { common, review } = useReviewText();
  const toast = useToast();
  const cache = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  useArrival(place, { part: 'submit' });

  async function save() {
    if (unsent > 0) return;
    setBusy(true);
    try {
      const { sum } = await client.call('POST assessment/save_station_score', { id });
      toast.done(review.submit.savedSelf(sum.score100.toFixed(1)));
    } catch (error) {
      toast.failed(error);
    }
    await refreshAll(cache, id);
    setBusy(false);
  }

  return (
    <Paper component="section" ref={place} sx={{ p: 2 }} aria-label={review.submit.selfTitle}>
      <Typography variant="h2" gutterBottom>
        {review.submit.selfTitle}
      </Typography>
      <Typography gutterBottom>
        {stationScore === null ? review.submit.selfUnsaved : review.submit.selfSaved(stationScore.toFixed(1))}
        {common.marks.stop}
        {review.submit.selfNote}
      </Typography>
      <Button variant="outlined" loading={busy} aria-disabled={unsent > 0} onClick={() => void save()}>
        {review.submit.saveSelf}
      </Button>
    </Paper>
  );
}
