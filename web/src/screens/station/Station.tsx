import Alert from '@mui/material/Alert';
import { ApiError } from '@shp/shared/api/errors';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { useOutbox } from '../../outbox/useOutbox.ts';
import { queries } from '../../review/queries.ts';
import { preloadReviewTexts, useReviewText } from '../../review/texts.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Wait } from '../login/Wait.tsx';
import { StationPage } from './StationPage.tsx';

preloadReviewTexts();

/** The station's page of one of its assessments; its data and its texts come side by side. */
export default function Station() {
  const { id = '' } = useParams();
  const { loaded } = useOutbox();
  const { data: assessment, error, refetch } = useQuery(queries.assessment(id));
  const { data: events = [] } = useQuery(queries.events(id));
  if (error && !assessment && !(error instanceof ApiError && error.status === 404)) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Suspense fallback={<Wait />}>
      {error && !assessment ? (
        <NotFound />
      ) : assessment && loaded ? (
        <StationPage assessment={assessment} events={events} />
      ) : (
        <Wait />
      )}
    </Suspense>
  );
}

function NotFound() {
  const { review } = useReviewText();
  return <Alert severity="info">{review.notFound}</Alert>;
}
