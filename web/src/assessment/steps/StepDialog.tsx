import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import type { Assessment, Problem } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import type { LifecycleRow } from '@shp/shared/domain/assessment/lifecycle';
import { DESCRIPTION_MAX } from '@shp/shared/domain/assessment/textLimits';
import { validUntil } from '@shp/shared/domain/lib/days';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { queries, refreshAll } from '../../core/assessmentQueries.ts';
import { client } from '../../core/client.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { messageOf } from '../../core/messages.ts';
import { useUser } from '../../core/session.ts';
import { givenFindings, readFindingDrafts, writeFindingDrafts } from '../findings/drafts.ts';
import { useStepDraft } from '../remarks/editor/useStepDraft.ts';
import { useUnanswered } from '../remarks/remarksContext.ts';
import { UnansweredLink } from '../remarks/UnansweredLink.tsx';
import { stepColour } from './offeredSteps.ts';
import { ReturnReasons } from './ReturnReasons.tsx';

type Props = {
  assessment: Assessment;
  row: LifecycleRow;
  possible: boolean;
  /** Save the self-assessed score before the step. */
  saveSelf: boolean;
  /** What the reviewer has not looked at, or ''. */
  unread: string;
  /** Warnings before the step. */
  hints: readonly Problem[];
  /** Edits that are not sent yet: the step waits for them. */
  unsent: number;
  /** The proposed conclusion, to save before the step. */
  conclusion: string | null;
  onMade: (after: Assessment, remarks: number) => void;
  onClose: () => void;
};

/**
 * Confirms a step and takes its description for the history. If the page collects remarks, they go with the step;
 * drafts stay until they are sent.
 */
export default function StepDialog({
  assessment,
  row,
  possible,
  saveSelf,
  unread,
  hints,
  unsent,
  conclusion,
  onMade,
  onClose,
}: Props) {
  const { id, number, version } = assessment;
  const { common, login, review, rules, web } = useReviewText();
  const { id: account } = useUser();
  const cache = useQueryClient();
  const titleId = useId();
  const { description, setDescription, remarks, sent, refused } = useStepDraft(row.name);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string[]>([]);
  const required = row.needs.includes('description');
  const concludes = row.effects.includes('conclude');
  const decides = concludes || row.effects.includes('propose');
  const lacking = required && isAbsent(description);
  const [typed, setTyped] = useState('');
  // The page may learn of another user's step before this one is sent.
  const reasons = refusal.length > 0 || possible ? refusal : [common.errors.transition_not_allowed];
  // Then the rest of the page does not know of it yet.
  useEffect(() => {
    if (!possible) void refreshAll(cache, id);
  }, [possible, cache, id]);
  const unanswered = useUnanswered().length;
  const untyped = row.name === 'withdraw' && typed.trim().toUpperCase() !== number;

  async function make(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (lacking || untyped || busy || !possible || unsent > 0) return;
    setBusy(true);
    try {
      if (saveSelf) await client.call('POST assessment/save_station_score', { id });
      if (conclusion !== null)
        await client.call('POST assessment/update_conclusion', { id, conclusion, final: false, was: '' });
      const findings = decides ? givenFindings(readFindingDrafts(account, id)) : [];
      const input = { id, status: row.to, description: description.trim(), remarks: [...remarks], version };
      const worded = findings.length > 0 ? { ...input, findings } : input;
      const after = await client.call('POST assessment/add_event', worded);
      cache.setQueryData(queries.assessment(id).queryKey, after);
      sent();
      if (concludes) writeFindingDrafts(account, id, {});
      onClose();
      onMade(after, remarks.length);
      void refreshAll(cache, id);
    } catch (error) {
      const refreshed = refreshAll(cache, id);
      const isAnswer = error instanceof ApiError;
      setRefusal([messageOf(error, login), ...(refused(error) ?? (isAnswer ? Object.values(error.fields) : []))]);
      // A retry must apply to the refreshed state.
      if (isAnswer) await refreshed;
      setBusy(false);
    }
  }

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <form onSubmit={(event) => void make(event)} noValidate>
        <DialogTitle id={titleId}>{rules.steps[row.name]}</DialogTitle>
        <DialogContent>
          {decides && <Facts assessment={assessment} row={row} />}
          <Typography sx={{ mb: 2 }}>{review.steps.consequence[row.name]}</Typography>
          {row.name === 'submit' && unanswered > 0 && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              <UnansweredLink onFollow={onClose} />
            </Alert>
          )}
          {row.name === 'propose' && assessment.proposable && (
            <Alert severity="info" sx={{ mb: 2 }}>
              {review.steps.publicUntil(assessment.proposable.until, assessment.proposable.withoutCalendar)}
            </Alert>
          )}
          {unread !== '' && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              {unread}
            </Alert>
          )}
          {hints.map(({ message }) => (
            <Alert key={message} severity="info" sx={{ mb: 2 }}>
              {message}
            </Alert>
          ))}
          {remarks.length > 0 && <Typography sx={{ mb: 2 }}>{review.steps.withRemarks(remarks.length)}</Typography>}
          <TextField
            label={required ? review.steps.description : review.steps.addition}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            required={required}
            multiline
            minRows={2}
            maxRows={10}
            autoFocus
            error={tried && lacking}
            helperText={tried && lacking ? rules.problems.descriptionMissing : undefined}
            slotProps={{ htmlInput: { maxLength: DESCRIPTION_MAX } }}
          />
          {row.name === 'return' && <ReturnReasons text={description} onChange={setDescription} />}
          {row.name === 'withdraw' && (
            <TextField
              label={review.steps.typeNumber(number)}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              required
              error={tried && untyped}
              sx={{ mt: 2 }}
            />
          )}
          {reasons.length > 0 && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {reasons.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          {unsent > 0 && (
            <Typography variant="body2" role="status" sx={{ mr: 'auto', pl: 1, color: 'text.secondary' }}>
              {review.steps.unsent(unsent)}
            </Typography>
          )}
          <Button onClick={onClose}>{web.cancel}</Button>
          <Button
            type="submit"
            variant="contained"
            color={stepColour(row.name)}
            loading={busy}
            disabled={!possible || unsent > 0}
          >
            {rules.steps[row.name]}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What a decision is about. A rating begins on the day of the step; after a proposal the day is not known yet. */
function Facts({ assessment: { station, level, expertScore, rules }, row }: Pick<Props, 'assessment' | 'row'>) {
  const { common, review } = useReviewText();
  const facts = [station.name, common.levels[level], review.score.total(expertScore?.toFixed(1) ?? '–')];
  const until = validUntil(new Date().toISOString(), rules.validYears);
  if (row.effects.includes('startValidity')) facts.push(`${common.assessment.validUntil} ${until}`);
  return <Typography sx={{ mb: 1, fontWeight: 600 }}>{facts.join(' · ')}</Typography>;
}
