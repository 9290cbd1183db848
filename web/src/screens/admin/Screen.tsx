import { OneAssessment } from '../../assessment/OneAssessment.tsx';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { preloadReviewTexts } from '../../core/i18n/reviewTexts.ts';
import { useOutboxLoaded } from '../../outbox/useOutbox.ts';
import { Loading } from '../../ui/Loading.tsx';
import { useFinalText } from '../final-manager/texts.ts';
import { useAdminText } from './Acts.tsx';
import { AdminPage } from './AdminPage.tsx';

preloadReviewTexts();
useManagingText.preload();
useFinalText.preload();
useAdminText.preload();

/** The administrator's page: everything about an assessment, and every step. */
export default function Admin() {
  const loaded = useOutboxLoaded();
  return (
    <OneAssessment>
      {(assessment, events) => (loaded ? <AdminPage assessment={assessment} events={events} /> : <Loading />)}
    </OneAssessment>
  );
}
