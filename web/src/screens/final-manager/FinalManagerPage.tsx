import type { Assessment, Event } from '@shp/shared/api/objects';
import { OnlyChanges } from '../../review/changes/OnlyChanges.tsx';
import { useManagingText } from '../../review/managingTexts.ts';
import { PageParts } from '../../review/PageParts.tsx';
import { ReviewFrame } from '../../review/ReviewFrame.tsx';
import { Collecting } from '../../review/remarking/Collecting.tsx';
import { useCollectedCount } from '../../review/remarking/useDrafts.ts';
import { SaveState } from '../../review/SaveState.tsx';
import { useSentParts } from '../../review/useSentParts.tsx';
import { ComparePart } from './compare/ComparePart.tsx';
import { DecidePart } from './decide/DecidePart.tsx';
import { ExpertsPart } from './experts/ExpertsPart.tsx';
import { useFinalText } from './texts.ts';

type Props = { assessment: Assessment; events: readonly Event[] };

export function FinalManagerPage({ assessment, events }: Props) {
  return (
    <Collecting assessment={assessment} events={events}>
      <ReviewFrame assessment={assessment} events={events}>
        {(onOnly) => <Parts assessment={assessment} events={events} onOnly={onOnly} />}
      </ReviewFrame>
    </Collecting>
  );
}

function Parts({ assessment, events, onOnly }: Props & { onOnly: (only: boolean) => void }) {
  const words = useFinalText();
  const { remarking } = useManagingText();
  const sent = useSentParts(assessment, events);
  const remarks = useCollectedCount();
  const experts = {
    name: 'experts',
    label: words.tabs.experts,
    places: ['experts'],
    show: () => <ExpertsPart assessment={assessment} />,
  };
  const compare = {
    name: 'compare',
    label: words.tabs.compare,
    places: ['compare'],
    show: () => <ComparePart assessment={assessment} />,
  };
  const conclude = {
    name: 'conclude',
    label: words.tabs.conclude,
    mark: { count: remarks, label: remarking.collectedCount(words.tabs.conclude, remarks) },
    places: ['conclusion', 'submit'],
    show: () => <DecidePart assessment={assessment} events={events} />,
  };
  return (
    <PageParts memory="manager" parts={[experts, compare, conclude, ...sent]}>
      <OnlyChanges onChange={onOnly} />
      <SaveState editable={assessment.permissions.conclude} />
    </PageParts>
  );
}
