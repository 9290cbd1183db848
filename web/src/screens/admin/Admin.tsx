import { useOutboxLoaded } from '../../outbox/useOutbox.ts';
import { useManagingText } from '../../review/managingTexts.ts';
import { OneAssessment } from '../../review/OneAssessment.tsx';
import { preloadReviewTexts } from '../../review/texts.ts';
import { useFinalText } from '../final-manager/texts.ts';
import { Wait } from '../login/Wait.tsx';
import { AdminPage } from './AdminPage.tsx';

preloadReviewTexts();
useManagingText.preload();
useFinalText.preload();

/** Everything of an assessment, and every step. */
export default function Admin() {
  const loaded = useOutboxLoaded();
  return (
    <OneAssessment>
      {(assessment, events) => (loaded ? <AdminPage assessment={assessment} events={events} /> : <Wait />)}
    </OneAssessment>
  );
}
