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
import { ExpertPage } from './ExpertPage.tsx';
import { useExpertText } from './texts.ts';

preloadReviewTexts();
useExpertText.preload();

/** The expert's page of an assessment; its data and its texts come side by side. */
export default function Expert() {
  const { id = '' } = useParams();
  const { loaded } = useOutbox();
  const { data: assessment, error, refetch } = useQuery(queries.assessment(id));
  const { data: titles } = useQuery(queries.titles(id));
  const { data: experts } = useQuery(queries.experts(id));
  if (error && !assessment && !(error instanceof ApiError && error.status === 404)) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  const ready = assessment && titles && experts && loaded;
  return (
    <Suspense fallback={<Wait />}>
      {error && !assessment ? (
        <NotFound />
      ) : ready ? (
        <ExpertPage assessment={assessment} titles={titles} experts={experts} />
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
