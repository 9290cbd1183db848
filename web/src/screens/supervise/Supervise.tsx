import { useManagingText } from '../../review/managingTexts.ts';
import { OneAssessment } from '../../review/OneAssessment.tsx';
import { preloadReviewTexts } from '../../review/texts.ts';
import { useFinalText } from '../final-manager/texts.ts';
import { SupervisePage } from './SupervisePage.tsx';

preloadReviewTexts();
useManagingText.preload();
useFinalText.preload();

/** Everything of an assessment, to be read. */
export default function Supervise() {
  return (
    <OneAssessment>{(assessment, events) => <SupervisePage assessment={assessment} events={events} />}</OneAssessment>
  );
}
