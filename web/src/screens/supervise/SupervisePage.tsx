import type { Assessment, Event } from '@shp/shared/api/objects';
import { OnlyChanges } from '../../assessment/history/OnlyChanges.tsx';
import { ReviewFrame } from '../../assessment/ReviewFrame.tsx';
import { TabbedPage } from '../../assessment/TabbedPage.tsx';
import { useSentParts } from '../../assessment/useSentParts.tsx';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { ComparePart } from '../final-manager/compare/ComparePart.tsx';
import { ExpertsView } from './ExpertsView.tsx';

type Props = { assessment: Assessment; events: readonly Event[] };

export function SupervisePage({ assessment, events }: Props) {
  return (
    <ReviewFrame assessment={assessment} events={events}>
      {(onOnly) => <Parts assessment={assessment} events={events} onOnly={onOnly} />}
    </ReviewFrame>
  );
}

function Parts({ assessment, events, onOnly }: Props & { onOnly: (only: boolean) => void }) {
  const { parts } = useManagingText();
  const sent = useSentParts(assessment, events);
  // Before the first submission nobody has reviewed anything.
  const isSent = assessment.status !== 'draft';
  const experts = {
    name: 'experts',
    label: parts.experts,
    places: [],
    show: () => <ExpertsView assessment={assessment} />,
  };
  const compare = {
    name: 'compare',
    label: parts.compare,
    places: ['compare'],
    show: () => <ComparePart assessment={assessment} />,
  };
  return (
    <TabbedPage memory="manager" parts={isSent ? [...sent, experts, compare] : sent}>
      <OnlyChanges onChange={onOnly} />
    </TabbedPage>
  );
}
