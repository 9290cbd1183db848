import type { Assessment, Event } from '@shp/shared/api/objects';
import { OnlyChanges } from '../../review/changes/OnlyChanges.tsx';
import { ExpertsView } from '../../review/experts/ExpertsView.tsx';
import { useManagingText } from '../../review/managingTexts.ts';
import { PageParts } from '../../review/PageParts.tsx';
import { ReviewFrame } from '../../review/ReviewFrame.tsx';
import { useSentParts } from '../../review/useSentParts.tsx';

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
  const experts = {
    name: 'experts',
    label: parts.experts,
    places: [],
    show: () => <ExpertsView assessment={assessment} />,
  };
  return (
    <PageParts memory="manager" parts={[...sent, experts]}>
      <OnlyChanges onChange={onOnly} />
    </PageParts>
  );
}
