import { OneAssessment } from '../../assessment/OneAssessment.tsx';
import { preloadReviewTexts } from '../../core/i18n/reviewTexts.ts';
import { useOutboxLoaded } from '../../outbox/useOutbox.ts';
import { Loading } from '../../ui/Loading.tsx';
import { StationPage } from './StationPage.tsx';

preloadReviewTexts();

/** The station's page of one of its assessments. */
export default function Station() {
  const loaded = useOutboxLoaded();
  return (
    <OneAssessment>
      {(assessment, events) => (loaded ? <StationPage assessment={assessment} events={events} /> : <Loading />)}
    </OneAssessment>
  );
}
