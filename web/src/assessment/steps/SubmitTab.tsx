import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Refresh from '@mui/icons-material/Refresh';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Assessment, Problem } from '@shp/shared/api/objects';
import { type QueryFilters, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { queries } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { invalidateQueries } from '../../core/invalidateQueries.ts';
import { lazyWithPreload } from '../../core/lazyWithPreload.tsx';
import { usePreferences } from '../../core/preferences.ts';
import { useOutbox, useUnsent } from '../../outbox/useOutbox.ts';
import { FONT_SIZES } from '../../theme/tokens.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Optional } from '../../ui/Optional.tsx';
import { type Anchor, hashOf, isSavedAtSubmit, useArrival } from '../anchors.ts';
import { CollectedRemarks } from '../remarks/editor/CollectedRemarks.tsx';
import { useUnanswered } from '../remarks/remarksContext.ts';
import { UnansweredLink } from '../remarks/UnansweredLink.tsx';
import { ProblemLinks } from './ProblemLinks.tsx';

const SelfStanding = lazyWithPreload(() => import('../score/SelfStanding.tsx'));

const PARTS = ['form', 'score', 'file'] as const;

/** The obstacles to submitting, and the self score that is submitted. */
export default function SubmitTab({ assessment }: { assessment: Assessment }) {
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
      {permissions.scoreStation && <SelfScore assessment={assessment} />}
      <CollectedRemarks />
    </Stack>
  );
}

const CHECKS: QueryFilters = { predicate: ({ queryKey: [kind] }) => kind === 'problems' || kind === 'nextSteps' };

function Problems({ id, unsent }: { id: string; unsent: number }) {
  const { review } = useReviewText();
  const { lang } = usePreferences();
  const { data, error, isFetching, refetch } = useQuery(queries.problems(id, lang));
  const unanswered = useUnanswered().length;
  const open = data?.problems.filter(({ code }) => !isSavedAtSubmit(code)) ?? [];
  return (
    <>
      {unsent > 0 && <Alert severity="info">{review.submit.unsent(unsent)}</Alert>}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && (
        <Alert
          severity={open.length > 0 || unanswered > 0 ? 'warning' : 'success'}
          role="status"
          sx={{ '& .MuiAlert-action': { alignItems: 'center', pt: 0 } }}
          action={
            <Button startIcon={<Refresh />} loading={isFetching} onClick={() => void refetch()}>
              {review.submit.check}
            </Button>
          }
        >
          {open.length > 0 ? (
            review.submit.problems(open.length)
          ) : unanswered > 0 ? (
            <>
              {review.submit.ready}
              <UnansweredLink />
            </>
          ) : (
            review.submit.nothing
          )}
        </Alert>
      )}
      <Paper component="section" sx={{ px: 2 }} aria-busy={isFetching} hidden={!data}>
        {PARTS.map((part) => (
          <Part key={part} id={id} part={part} problems={open.filter((problem) => problem.part === part)} />
        ))}
      </Paper>
    </>
  );
}

type PartProps = { id: string; part: (typeof PARTS)[number]; problems: readonly Problem[] };

/** A part of the application: complete, or what is missing there; and the remarks there that are not answered. */
function Part({ id, part, problems }: PartProps) {
  const { review } = useReviewText();
  const name = review.submit.parts[part];
  const done = problems.length === 0;
  const unanswered = useUnanswered().filter((place) => place && partOf(place) === part);
  const [first] = unanswered;
  return (
    <Box sx={PART}>
      {done && !first ? (
        <CheckCircle color="success" fontSize="small" />
      ) : (
        <ErrorOutline color="warning" fontSize="small" />
      )}
      <Box sx={NAME_AND_STATE}>
        <Box sx={{ flex: '1 1 8rem' }}>
          <Typography variant="h2" sx={{ fontSize: 'inherit' }}>
            <Link component={RouterLink} to={{ hash: `#${part}` }}>
              {name}
            </Link>
          </Typography>
          {!done && <ProblemLinks id={id} label={name} problems={problems} />}
        </Box>
        <Typography variant="body2" sx={{ color: done ? 'text.secondary' : 'warning.main' }}>
          {done ? review.form.partDone : problems.length}
          {first && (
            <>
              {' · '}
              <Link
                component={RouterLink}
                to={{ hash: hashOf(first) }}
                underline="always"
                sx={{ color: 'warning.main' }}
              >
                {review.unansweredIn(unanswered.length)}
              </Link>
            </>
          )}
        </Typography>
      </Box>
    </Box>
  );
}

/** Evidence belongs to the items. */
const partOf = ({ part }: Anchor) => (part === 'evidence' ? 'score' : part);

const PART = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 1.5,
  alignItems: 'start',
  py: 1.5,
  '&:not(:last-child)': { borderBottom: '1px solid', borderColor: 'divider' },
} as const;

/** The state stands beneath the name where both do not fit on a line. */
const NAME_AND_STATE = { display: 'flex', flexWrap: 'wrap', columnGap: 1.5 } as const;

/** The self score that submitting saves. */
function SelfScore({ assessment: { id, rules } }: { assessment: Assessment }) {
  const { review } = useReviewText();
  const { data: sum } = useQuery(queries.sum(id, 'station'));
  const place = useRef<HTMLDivElement>(null);
  useArrival(place, { part: 'submit' });
  return (
    <Paper component="section" ref={place} tabIndex={-1} sx={SELF} aria-label={review.submit.selfTitle}>
      <div>
        <Typography variant="h2">{review.submit.selfTitle}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {review.submit.selfNote}
        </Typography>
        {sum?.complete && (
          <Optional>
            <SelfStanding.Part sum={sum} thresholds={rules.thresholds} />
          </Optional>
        )}
      </div>
      {sum && <Typography sx={{ fontSize: FONT_SIZES.heading, fontWeight: 650 }}>{sum.score100.toFixed(1)}</Typography>}
    </Paper>
  );
}

const SELF = { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2, p: 2 } as const;
