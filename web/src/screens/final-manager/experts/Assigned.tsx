import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Output } from '@shp/shared/api/index';
import type { Assessment } from '@shp/shared/api/objects';
import { namesText } from '@shp/shared/sheets/sheetTexts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { assignTo } from '../../../assessment/experts/assignTo.ts';
import { everyExpert } from '../../../assessment/experts/everyExpert.ts';
import { refreshAll } from '../../../core/assessmentQueries.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { invalidateQueries } from '../../../core/invalidateQueries.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useToast } from '../../../core/useToast.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { HueChip } from '../../../ui/StatusChip.tsx';
import { useFinalText } from '../texts.ts';
import { MadeBy } from './MadeBy.tsx';
import { reasonsOf } from './reasonsOf.ts';

type Props = {
  assessment: Assessment;
  expert: Output<'GET assessment/experts'>[number];
  conclusion: Output<'GET assessment/experts_conclusion'>[number] | undefined;
  /** The way to the expert's scores. */
  scores: ReactNode;
};

/** One assigned expert: name, progress, and whether the expert can be removed. */
export function Assigned({ assessment, expert, conclusion, scores }: Props) {
  const { common } = useText();
  const { experts: words } = useFinalText();
  const { lang } = usePreferences();
  const { name, profile, scored, items, concluded } = expert;
  const facts = [
    profile.unit,
    profile.title,
    namesText('specialties', profile.specialties ?? null, lang, common.marks.list),
  ];
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.filter(Boolean).join(common.marks.semicolon)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {profile.phone}
        </Typography>
        <MadeBy expert={expert} />
      </Box>
      <Box sx={{ flex: { xs: '1 1 14rem', md: '0 1 22rem' } }}>
        <LinearProgress
          variant="determinate"
          value={items === 0 ? 0 : (scored / items) * 100}
          color={concluded ? 'success' : 'primary'}
          aria-label={words.progressOf(name)}
          sx={{ height: 6, borderRadius: 0.5 }}
        />
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {words.scored(scored, items)}
          {conclusion && `${common.marks.semicolon}${words.sum(conclusion.score100.toFixed(1))}`}
        </Typography>
      </Box>
      <Box sx={{ flex: { md: '0 0 9rem' } }}>
        <Progress
          concluded={concluded}
          counts={assessment.status === 'first_passed' || assessment.status === 'reviewing'}
        />
      </Box>
      <Box sx={ACTS}>
        {scores}
        {/* Who has scored stays. */}
        {assessment.permissions.assign && expert.scored === 0 && <TakeOff assessment={assessment} expert={expert} />}
      </Box>
    </Box>
  );
}

function Progress({ concluded, counts }: { concluded: boolean; counts: boolean }) {
  const { experts: words } = useFinalText();
  if (concluded) return <HueChip hue="green">{words.concluded}</HueChip>;
  return <HueChip hue={counts ? 'amber' : 'grey'}>{counts ? words.working : words.dropped}</HueChip>;
}

/** Removes an expert after a confirmation. */
function TakeOff({ assessment: { id, status }, expert: { id: expert, name } }: Pick<Props, 'assessment' | 'expert'>) {
  const { common } = useText();
  const { experts: words } = useFinalText();
  const toast = useToast();
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const begun = status !== 'first_passed';

  async function assignAgain() {
    await assignTo(id, { add: [expert] });
    void invalidateQueries(cache, { queryKey: everyExpert.queryKey });
    await refreshAll(cache, id);
  }

  async function remove() {
    try {
      await assignTo(id, { remove: [expert] });
      toast.done(words.removed(name), begun ? undefined : assignAgain);
    } catch (error) {
      toast.failed(reasonsOf(error, common) ?? error);
    }
    void invalidateQueries(cache, { queryKey: everyExpert.queryKey });
    await refreshAll(cache, id);
  }

  return (
    <>
      <Button size="small" color="error" aria-label={words.remove(name)} onClick={() => setAsking(true)}>
        {words.removeShort}
      </Button>
      {asking && (
        <ConfirmDialog
          question={words.removeAsk(name)}
          yes={words.removeShort}
          onYes={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const ACTS = {
  flex: { md: '0 0 10rem' },
  ml: { xs: 'auto', md: 0 },
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'end',
  '&:empty': { display: 'none' },
} as const;
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 1,
  py: 1.5,
  borderBottom: '1px solid',
  borderColor: 'divider',
  '&:last-child': { border: 0 },
} as const;
