import { OneAssessment } from '../../assessment/OneAssessment.tsx';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { preloadReviewTexts } from '../../core/i18n/reviewTexts.ts';
import { FirstManagerPage } from './FirstManagerPage.tsx';

preloadReviewTexts();
useManagingText.preload();

/** The first manager's page: the application, to pass or to return with remarks. */
export default function FirstManager() {
  return (
    <OneAssessment>
      {(assessment, events) => <FirstManagerPage assessment={assessment} events={events} />}
    </OneAssessment>
  );
}
