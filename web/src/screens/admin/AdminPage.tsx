import Paper from '@mui/material/Paper';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { mayDelete } from '@shp/shared/domain/assessment/permissions';
import { useEffect, useState } from 'react';
import { useForm } from '../../assessment/form/useForm.ts';
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
import { lazyWithPreload } from '../../core/lazyWithPreload.tsx';
import { useUser } from '../../core/session.ts';
import { useStrayDrops } from '../../files/upload/useFileDrop.ts';
import { useFinishedUploads } from '../../files/upload/useUploads.ts';
import { OfflineBoundary } from '../../ui/OfflineBoundary.tsx';
import { useProposal } from '../final-manager/useProposal.ts';
import { Acts } from './Acts.tsx';
import { Delete } from './Delete.tsx';
import { ScoresLink } from './ScoresLink.tsx';

const Audit = lazyWithPreload(() => import('../profile/audit/Audit.tsx'));
const Compare = lazyWithPreload(async () => ({
  default: (await import('../final-manager/compare/ComparePart.tsx')).ComparePart,
}));
const Decide = lazyWithPreload(async () => ({
  default: (await import('../final-manager/decide/DecidePart.tsx')).DecidePart,
}));
const Submit = lazyWithPreload(() => import('../../assessment/steps/SubmitTab.tsx'));
const Experts = lazyWithPreload(async () => ({
  default: (await import('../final-manager/experts/ExpertsPart.tsx')).ExpertsPart,
}));

/** The part to begin with, by the stage of the assessment. */
const PART_OF_STAGE: Partial<Record<Assessment['status'], string>> = {
  first_passed: 'experts',
  reviewing: 'experts',
  reviewed: 'steps',
};

type Props = { assessment: Assessment; events: readonly Event[] };

export function AdminPage({ assessment, events }: Props) {
  const { parts } = useManagingText();
  const { editForm } = assessment.permissions;
  const caller = useUser();
  useFinishedUploads(assessment.id);
  useStrayDrops();
  return (
    <Collecting assessment={assessment} events={events}>
      <ReviewFrame
        assessment={assessment}
        events={events}
        foot={<StepBar assessment={assessment} events={events} {...(editForm ? { listed: parts.steps } : {})} />}
        actions={mayDelete(assessment, caller) && <Delete assessment={assessment} />}
      >
        {(onOnly) => (
          <>
            <Acts />
            <Parts assessment={assessment} events={events} onOnly={onOnly} />
          </>
        )}
      </ReviewFrame>
    </Collecting>
  );
}

function Parts({ assessment, events, onOnly }: Props & { onOnly: (only: boolean) => void }) {
  const { parts, remarking } = useManagingText();
  const { id, permissions } = assessment;
  useProposal(assessment);
  const { toSave } = useIsConcluded(id);
  const edited = useForm(assessment);
  const sent = useSentParts(assessment, events, edited);
  const remarks = useCollectedCount();
  // Only the first time: after a reload the part that was open is open.
  const [begin] = useState(() =>
    readStored(TAB_MEMORY.begun, 'sessionStorage') === id ? undefined : PART_OF_STAGE[assessment.status],
  );
  useEffect(() => rememberTab('begun', id), [id]);
  const experts = {
    name: 'experts',
    label: parts.experts,
    places: ['experts'],
    show: () => (
      <OfflineBoundary part={Experts}>
        <Experts.Part
          assessment={assessment}
          scoresOf={(expert) => <ScoresLink assessment={assessment} expert={expert} />}
        />
      </OfflineBoundary>
    ),
  };
  const compare = {
    name: 'compare',
    label: parts.compare,
    places: ['compare'],
    show: () => (
      <OfflineBoundary part={Compare}>
        <Compare.Part assessment={assessment} />
      </OfflineBoundary>
    ),
  };
  const steps = {
    name: 'steps',
    label: parts.steps,
    mark: { count: remarks, label: remarking.collectedCount(parts.steps, remarks) },
    places: ['submit', 'result', 'conclusion'],
    show: () =>
      permissions.editForm ? (
        <OfflineBoundary part={Submit}>
          <Submit.Part assessment={assessment} />
        </OfflineBoundary>
      ) : (
        <OfflineBoundary part={Decide}>
          <Decide.Part assessment={assessment} events={events} />
        </OfflineBoundary>
      ),
  };
  const audit = {
    name: 'audit',
    label: parts.audit,
    places: ['audit'],
    show: () => (
      <OfflineBoundary part={Audit}>
        <Paper sx={{ p: 2 }}>
          <Audit.Part objectId={id} />
        </Paper>
      </OfflineBoundary>
    ),
  };
  return (
    <TabbedPage memory="manager" begin={begin} parts={[...sent, experts, compare, steps, audit]}>
      {(open) => (
        <>
          <OnlyChanges onChange={onOnly} />
          <SaveState
            editable={permissions.editForm || (permissions.conclude && toSave === null && open === steps.name)}
          />
        </>
      )}
    </TabbedPage>
  );
}
