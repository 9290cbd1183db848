import Button from '@mui/material/Button';
import { ApiError } from '@shp/shared/api/errors';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { queries } from '../core/assessmentQueries.ts';
import { lastList } from '../core/browserStorage.ts';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { Failure } from '../ui/Failure.tsx';
import { Loading } from '../ui/Loading.tsx';
import { BackLink } from '../ui/Page.tsx';
import { Folding } from './folding.tsx';
import { type Outcome, OutcomeContext } from './steps/outcome.ts';

type Props = { children: (assessment: Assessment, events: readonly Event[]) => ReactNode };

/** The page of the assessment in the address; loads data and texts in parallel. */
export function OneAssessment({ children }: Props) {
  const { id = '' } = useParams();
  const { data: assessment, error, refetch } = useQuery(queries.assessment(id));
  const { data: events } = useQuery(queries.events(id));
  const missing = error instanceof ApiError && error.status === 404;
  if (error && !assessment && !missing) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Suspense key={id} fallback={<Loading />}>
      {error && !assessment ? (
        <NotFound />
      ) : assessment ? (
        <Outcomes>
          <Back />
          <Folding assessment={assessment}>{children(assessment, events ?? [])}</Folding>
        </Outcomes>
      ) : (
        <Loading />
      )}
    </Suspense>
  );
}

/** Back to the list as it was left, with its tab and filters. */
function Back() {
  const { review } = useReviewText();
  return <BackLink to={`/assessments${lastList.search}`}>{review.back}</BackLink>;
}

/** Keeps what the user has decided on this page, for the bar at its foot. */
function Outcomes({ children }: { children: ReactNode }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const value = useMemo(() => ({ outcome, setOutcome }), [outcome]);
  return <OutcomeContext value={value}>{children}</OutcomeContext>;
}

function NotFound() {
  const { common, review } = useReviewText();
  return (
    <div className="crash">
      <title>{`${common.menu.assessments} - ${common.shortTitle}`}</title>
      <h1>{review.notFound}</h1>
      <p>{review.notFoundNote}</p>
      <Button component={Link} to="/assessments" variant="contained" sx={{ justifySelf: 'center' }}>
        {review.toList}
      </Button>
    </div>
  );
}
