import { useManagingText } from '../../review/managingTexts.ts';
import { OneAssessment } from '../../review/OneAssessment.tsx';
import { preloadReviewTexts } from '../../review/texts.ts';
import { FirstManagerPage } from './FirstManagerPage.tsx';

preloadReviewTexts();
useManagingText.preload();

/** The first review: all that the station sent, to be passed or returned with remarks. */
export default function FirstManager() {
  return (
    <OneAssessment>
      {(assessment, events) => <FirstManagerPage assessment={assessment} events={events} />}
    </OneAssessment>
  );
}
