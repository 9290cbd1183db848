import { useManagingText } from '../../review/managingTexts.ts';
import { OneAssessment } from '../../review/OneAssessment.tsx';
import { preloadReviewTexts } from '../../review/texts.ts';
import { SupervisePage } from './SupervisePage.tsx';

preloadReviewTexts();
useManagingText.preload();

/** Everything of an assessment, to be read. */
export default function Supervise() {
  return (
    <OneAssessment>{(assessment, events) => <SupervisePage assessment={assessment} events={events} />}</OneAssessment>
  );
}
