import { OneAssessment } from '../../assessment/OneAssessment.tsx';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { preloadReviewTexts } from '../../core/i18n/reviewTexts.ts';
import { useFinalText } from '../final-manager/texts.ts';
import { SupervisePage } from './SupervisePage.tsx';

preloadReviewTexts();
useManagingText.preload();
useFinalText.preload();

/** Everything about an assessment, read-only. */
export default function Supervise() {
  return (
    <OneAssessment>{(assessment, events) => <SupervisePage assessment={assessment} events={events} />}</OneAssessment>
  );
}
