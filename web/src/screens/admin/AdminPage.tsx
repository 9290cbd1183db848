import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { mayDelete } from '@shp/shared/domain/assessment/permissions';
import { useForm } from '../../assessment/form/useForm.ts';
import { OnlyChanges } from '../../assessment/history/OnlyChanges.tsx';
import { ReviewFrame } from '../../assessment/ReviewFrame.tsx';
import { Collecting } from '../../assessment/remarks/editor/Collecting.tsx';
import { useCollectedCount } from '../../assessment/remarks/editor/useDrafts.ts';
import { SaveState } from '../../assessment/SaveState.tsx';
import { SubmitTab } from '../../assessment/steps/SubmitTab.tsx';
import { PageParts } from '../../assessment/TabbedPage.tsx';
import { useSentParts } from '../../assessment/useSentParts.tsx';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { part } from '../../core/lazyWithPreload.tsx';
import { useStrayDrops } from '../../files/useFileDrop.ts';
import { useFinishedUploads } from '../../files/useUploads.ts';
import { Reachable } from '../../ui/OfflineBoundary.tsx';
import { Delete } from './Delete.tsx';
import { ExpertLinks } from './ExpertLinks.tsx';

const Audit = part(() => import('../profile/audit/Audit.tsx'));
const Compare = part(async () => ({
  default: (await import('../final-manager/compare/ComparePart.tsx')).ComparePart,
}));
const Decide = part(async () => ({ default: (await import('../final-manager/decide/DecidePart.tsx')).DecidePart }));
const Experts = part(async () => ({ default: (await import('../final-manager/experts/ExpertsPart.tsx')).ExpertsPart }));

type Props = { assessment: Assessment; events: readonly Event[] };

export function AdminPage({ assessment, events }: Props) {
  useFinishedUploads(assessment.id);
  useStrayDrops();
  return (
    <Collecting assessment={assessment} events={events}>
      <ReviewFrame
        assessment={assessment}
        events={events}
        actions={mayDelete(assessment, 'admin') && <Delete assessment={assessment} />}
      >
        {(onOnly) => <Parts assessment={assessment} events={events} onOnly={onOnly} />}
      </ReviewFrame>
    </Collecting>
  );
}

function Parts({ assessment, events, onOnly }: Props & { onOnly: (only: boolean) => void }) {
  const { parts, remarking } = useManagingText();
  const { id, permissions } = assessment;
  const edited = useForm(assessment);
  const sent = useSentParts(assessment, events, edited);
  const remarks = useCollectedCount();
  const experts = {
    name: 'experts',
    label: parts.experts,
    places: ['experts'],
    show: () => (
      <Stack spacing={2}>
        <Reachable preload={Experts.preload}>
          <Experts.Part assessment={assessment} />
        </Reachable>
        <ExpertLinks assessment={assessment} />
      </Stack>
    ),
  };
  const compare = {
    name: 'compare',
    label: parts.compare,
    places: ['compare'],
    show: () => (
      <Reachable preload={Compare.preload}>
        <Compare.Part assessment={assessment} />
      </Reachable>
    ),
  };
  const steps = {
    name: 'steps',
    label: parts.steps,
    mark: { count: remarks, label: remarking.collectedCount(parts.steps, remarks) },
    places: ['submit', 'conclusion'],
    show: () =>
      permissions.editForm ? (
        <SubmitTab assessment={assessment} events={events} />
      ) : (
        <Reachable preload={Decide.preload}>
          <Decide.Part assessment={assessment} events={events} />
        </Reachable>
      ),
  };
  const audit = {
    name: 'audit',
    label: parts.audit,
    places: [],
    show: () => (
      <Reachable preload={Audit.preload}>
        <Paper sx={{ p: 2 }}>
          <Audit.Part objectId={id} />
        </Paper>
      </Reachable>
    ),
  };
  return (
    <PageParts memory="manager" parts={[...sent, experts, compare, steps, audit]}>
      <OnlyChanges onChange={onOnly} />
      <SaveState editable={permissions.editForm || permissions.conclude} />
    </PageParts>
  );
}
