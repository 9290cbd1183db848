import { OneAssessment } from '../../assessment/OneAssessment.tsx';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { preloadReviewTexts } from '../../core/i18n/reviewTexts.ts';
import { useOutboxLoaded } from '../../outbox/useOutbox.ts';
import { Loading } from '../../ui/Loading.tsx';
import { FinalManagerPage } from './FinalManagerPage.tsx';
import { useFinalText } from './texts.ts';

preloadReviewTexts();
useManagingText.preload();
useFinalText.preload();

/** The final manager's page: assign and compare experts, write the conclusion, and make the step. */
export default function FinalManager() {
  const loaded = useOutboxLoaded();
  if (!loaded) return <Loading />;
  return (
    <OneAssessment>
      {(assessment, events) => <FinalManagerPage assessment={assessment} events={events} />}
    </OneAssessment>
  );
}
