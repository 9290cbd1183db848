import { useOutboxLoaded } from '../../outbox/useOutbox.ts';
import { OneAssessment } from '../../review/OneAssessment.tsx';
import { preloadReviewTexts } from '../../review/texts.ts';
import { Wait } from '../login/Wait.tsx';
import { StationPage } from './StationPage.tsx';

preloadReviewTexts();

/** The station's page of one of its assessments. */
export default function Station() {
  const loaded = useOutboxLoaded();
  return (
    <OneAssessment>
      {(assessment, events) => (loaded ? <StationPage assessment={assessment} events={events} /> : <Wait />)}
    </OneAssessment>
  );
}
