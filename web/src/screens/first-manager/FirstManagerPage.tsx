import type { Assessment, Event } from '@shp/shared/api/objects';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { useContext } from 'react';
import { Conclusion } from '../../assessment/Conclusion.tsx';
import { OnlyChanges } from '../../assessment/history/OnlyChanges.tsx';
import { ReviewFrame } from '../../assessment/ReviewFrame.tsx';
import { CollectedRemarks, Collecting } from '../../assessment/remarks/editor/CollectedRemarks.tsx';
import { AddingContext, useCollectedCount } from '../../assessment/remarks/editor/useDrafts.ts';
import { StepBar } from '../../assessment/steps/StepBar.tsx';
import { TabbedPage } from '../../assessment/TabbedPage.tsx';
import { useSentParts } from '../../assessment/useSentParts.tsx';
import { useManagingText } from '../../core/i18n/managingTexts.ts';

type Props = { assessment: Assessment; events: readonly Event[] };

export function FirstManagerPage({ assessment, events }: Props) {
  const { id, status } = assessment;
  return (
    <Collecting assessment={assessment} events={events}>
      <ReviewFrame assessment={assessment} events={events} foot={<StepBar assessment={assessment} events={events} />}>
        {(onOnly) => (
          <>
            {CONCLUDED.includes(status) && <Conclusion id={id} />}
            <Parts assessment={assessment} events={events} onOnly={onOnly} />
          </>
        )}
      </ReviewFrame>
    </Collecting>
  );
}

function Parts({ assessment, events, onOnly }: Props & { onOnly: (only: boolean) => void }) {
  const { parts, remarking } = useManagingText();
  const sent = useSentParts(assessment, events);
  const remarks = useCollectedCount();
  const adding = useContext(AddingContext);
  const collected = {
    name: 'decide',
    label: parts.decide,
    mark: { count: remarks, label: remarking.collectedCount(parts.decide, remarks) },
    places: ['submit'],
    show: () => <CollectedRemarks />,
  };
  return (
    <TabbedPage memory="manager" parts={adding || remarks > 0 ? [...sent, collected] : sent}>
      <OnlyChanges onChange={onOnly} />
    </TabbedPage>
  );
}
