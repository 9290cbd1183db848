import { OneAssessment } from '../../assessment/OneAssessment.tsx';
import { ReviewFrame } from '../../assessment/ReviewFrame.tsx';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { preloadReviewTexts } from '../../core/i18n/reviewTexts.ts';
import { ExpertPage } from './ExpertPage.tsx';

preloadReviewTexts();
useManagingText.preload();
useExpertText.preload();

/** The expert's page: scores, reasons, conclusion. */
export default function Expert() {
  return (
    <OneAssessment>
      {(assessment, events) => (
        <ReviewFrame assessment={assessment} events={events}>
          {(onOnly) => <ExpertPage assessment={assessment} onOnly={onOnly} />}
        </ReviewFrame>
      )}
    </OneAssessment>
  );
}
