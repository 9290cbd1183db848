import type { Assessment, Event } from '@shp/shared/api/objects';
import { useEffect, useState } from 'react';
import { OnlyChanges } from '../../assessment/history/OnlyChanges.tsx';
import { ReviewFrame } from '../../assessment/ReviewFrame.tsx';
import { Collecting } from '../../assessment/remarks/editor/CollectedRemarks.tsx';
import { useCollectedCount } from '../../assessment/remarks/editor/useDrafts.ts';
import { SaveState } from '../../assessment/SaveState.tsx';
import { StepBar } from '../../assessment/steps/StepBar.tsx';
import { useIsConcluded } from '../../assessment/steps/useConclusion.ts';
import { TabbedPage } from '../../assessment/TabbedPage.tsx';
import { useSentParts } from '../../assessment/useSentParts.tsx';
import { rememberTab, TAB_MEMORY } from '../../assessment/useTab.ts';
import { readStored } from '../../core/browserStorage.ts';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { offlineSafe } from '../../ui/OfflineBoundary.tsx';
import { ExpertsPart } from './experts/ExpertsPart.tsx';
import { useFinalText } from './texts.ts';
import { useProposal } from './useProposal.ts';

type Props = { assessment: Assessment; events: readonly Event[] };

export function FinalManagerPage({ assessment, events }: Props) {
  const { tabs } = useFinalText();
  return (
    <Collecting assessment={assessment} events={events}>
      <ReviewFrame
        assessment={assessment}
        events={events}
        foot={<StepBar assessment={assessment} events={events} listed={tabs.conclude} />}
      >
        {(onOnly) => <Parts assessment={assessment} events={events} onOnly={onOnly} />}
      </ReviewFrame>
    </Collecting>
  );
}

const DecidePart = offlineSafe(async () => ({ default: (await import('./decide/DecidePart.tsx')).DecidePart }));
const ComparePart = offlineSafe(async () => ({ default: (await import('./compare/ComparePart.tsx')).ComparePart }));

function Parts({ assessment, events, onOnly }: Props & { onOnly: (only: boolean) => void }) {
  const words = useFinalText();
  const { remarking } = useManagingText();
  const sent = useSentParts(assessment, events);
  const remarks = useCollectedCount();
  const { id, status, permissions } = assessment;
  useProposal(assessment);
  const { toSave } = useIsConcluded(id);
  const waits = status === 'reviewed' && permissions.conclude;
  // Only the first time: after a reload the part that was open is open.
  const [begin] = useState(() =>
    waits && readStored(TAB_MEMORY.begun, 'sessionStorage') !== id ? 'conclude' : undefined,
  );
  useEffect(() => rememberTab('begun', id), [id]);
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
    places: ['conclusion', 'result', 'submit'],
    show: () => <DecidePart assessment={assessment} events={events} />,
  };
  return (
    <TabbedPage memory="manager" begin={begin} parts={[experts, compare, conclude, ...sent]}>
      <OnlyChanges onChange={onOnly} />
      {/* A proposed text is not saved yet, as its field says. */}
      <SaveState editable={permissions.conclude && toSave === null} />
    </TabbedPage>
  );
}
