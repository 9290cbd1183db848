import { useOutboxLoaded } from '../../outbox/useOutbox.ts';
import { useManagingText } from '../../review/managingTexts.ts';
import { OneAssessment } from '../../review/OneAssessment.tsx';
import { preloadReviewTexts } from '../../review/texts.ts';
import { Wait } from '../login/Wait.tsx';
import { FinalManagerPage } from './FinalManagerPage.tsx';
import { useFinalText } from './texts.ts';

preloadReviewTexts();
useManagingText.preload();
useFinalText.preload();

/** The final review: experts assigned and compared, the conclusion written, and the step made that it leads to. */
export default function FinalManager() {
  const loaded = useOutboxLoaded();
  if (!loaded) return <Wait />;
  return (
    <OneAssessment>
      {(assessment, events) => <FinalManagerPage assessment={assessment} events={events} />}
    </OneAssessment>
  );
}
