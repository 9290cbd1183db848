import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { isOwnUnit } from '@shp/shared/domain/assessment/ownUnit';
import { mayUndoAssignment } from '@shp/shared/domain/assessment/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assignTo } from '../../../assessment/experts/assignTo.ts';
import { ExpertPicker } from '../../../assessment/experts/ExpertPicker.tsx';
import { type Expert, everyExpert } from '../../../assessment/experts/everyExpert.ts';
import { useAssigningText } from '../../../assessment/experts/texts.ts';
import { refreshAll } from '../../../core/assessmentQueries.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { invalidateQueries } from '../../../core/invalidateQueries.ts';
import { messageOf } from '../../../core/messages.ts';
import { useToast } from '../../../core/useToast.ts';
import { useFinalText } from '../texts.ts';
import { reasonsOf } from './reasonsOf.ts';
import { useLastReviews } from './useLastReviews.ts';

/** Dialog that adds experts; those who cannot be chosen show the reason. */
export default function AddExperts({ assessment, onClose }: { assessment: Assessment; onClose: () => void }) {
  const { common, login, web } = useText();
  const { experts: words } = useFinalText();
  const picking = useAssigningText();
  const toast = useToast();
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<readonly Expert[]>([]);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, experts, level, rules, station } = assessment;
  const lastReviews = useLastReviews(assessment);

  function obstacleOf(expert: Expert): string | null {
    if (experts.some((one) => one.id === expert.id)) return picking.present;
    return isOwnUnit(expert, assessment) ? picking.ownUnit : null;
  }

  /** Before the review begins, no expert has worked on it. */
  const begun = assessment.status !== 'first_passed';
  async function takeOff() {
    await assignTo(id, { remove: chosen.map((expert) => expert.id) }, ({ status }) =>
      mayUndoAssignment(assessment.status, status) ? null : words.started,
    );
    void invalidateQueries(cache, { queryKey: everyExpert.queryKey });
    await refreshAll(cache, id);
  }

  async function add() {
    setBusy(true);
    setRefusal(null);
    try {
      const changed = await assignTo(id, { add: chosen.map((expert) => expert.id) });
      toast.done(changed ? words.added(chosen.length) : words.unchanged, begun || !changed ? undefined : takeOff);
      onClose();
    } catch (error) {
      setBusy(false);
      setRefusal(reasonsOf(error, common) ?? messageOf(error, login));
    }
    void invalidateQueries(cache, { queryKey: everyExpert.queryKey });
    void refreshAll(cache, id);
  }

  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby="add-experts">
      <DialogTitle id="add-experts">
        {words.addTitle}
        <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {[station.name, common.levels[level]].join(' · ')}
        </Typography>
      </DialogTitle>
      <DialogContent dividers>
        <ExpertPicker
          chosen={chosen}
          onChange={setChosen}
          obstacleOf={obstacleOf}
          lastReviews={lastReviews}
          needs={{ least: rules.minExperts, present: experts.length }}
        />
      </DialogContent>
      {refusal !== null && (
        <Alert severity="error" sx={{ mx: 3 }}>
          {refusal}
        </Alert>
      )}
      <DialogActions>
        <Button onClick={onClose}>{web.cancel}</Button>
        <Button variant="contained" disabled={chosen.length === 0} loading={busy} onClick={() => void add()}>
          {picking.assign(chosen.length)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
