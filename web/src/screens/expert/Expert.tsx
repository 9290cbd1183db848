import { useManagingText } from '../../review/managingTexts.ts';
import { OneAssessment } from '../../review/OneAssessment.tsx';
import { ReviewFrame } from '../../review/ReviewFrame.tsx';
import { preloadReviewTexts } from '../../review/texts.ts';
import { ExpertPage } from './ExpertPage.tsx';
import { useExpertText } from './texts.ts';

preloadReviewTexts();
useManagingText.preload();
useExpertText.preload();

/** An expert's review of an assessment: scores, reasons, conclusion. */
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
