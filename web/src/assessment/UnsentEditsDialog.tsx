import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReviewText, useReviewText } from '../core/i18n/reviewTexts.ts';
import { useUser } from '../core/session.ts';
import type { Entry } from '../outbox/entries.ts';
import type { NewFinding, StepOfFinding } from '../outbox/findingSenders.ts';
import { partsOf, type ScoreState } from '../outbox/senders.ts';
import { useOutbox, useSnapshot } from '../outbox/useOutbox.ts';
import type { Anchor } from './anchors.ts';
import { EditConflict } from './EditConflict.tsx';
import { useAnchorName } from './history/History.tsx';
import { formValueText, scoreText } from './valueText.ts';

/** Lists every unsent edit, with a choice for each conflict or refusal. */
export function UnsentEditsDialog({ onClose }: { onClose: () => void }) {
  const text = useReviewText();
  const outbox = useOutbox();
  const { entries } = useSnapshot(useUser().id);
  const name = useAnchorName();
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby="unsent">
      <DialogTitle id="unsent">{text.outbox.unsent(entries.length)}</DialogTitle>
      <DialogContent>
        {entries.map((entry) => {
          const show = (value: unknown) => entryText(entry, value, text);
          return (
            <div key={`${entry.object} ${entry.place}`}>
              <Typography sx={{ mt: 1.5, overflowWrap: 'anywhere' }}>
                <b>{nameOf(entry, text) ?? name(anchorOfEntry(entry))}</b> {entry.trouble === null && show(entry.value)}
              </Typography>
              <FindingOf entry={entry} />
              <EditConflict entry={entry} show={show} />
            </div>
          );
        })}
      </DialogContent>
      <DialogActions>
        <Button onClick={outbox.flush}>{text.outbox.tryNow}</Button>
        <Button variant="contained" onClick={onClose}>
          {text.web.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The finding that an unsent step belongs to: its text, and its number. */
function FindingOf({ entry: { object, value } }: { entry: Entry }) {
  if (partsOf(object).kind !== 'findingStep') return null;
  const { of } = value as StepOfFinding;
  if (!of) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {of.text} · {of.no}
    </Typography>
  );
}

/** The name of what is edited where it has no anchor on the page. */
function nameOf({ object }: Entry, { common, outbox }: ReviewText): string | undefined {
  const { kind } = partsOf(object);
  if (kind === 'remarkAnswers') return common.assessment.answer;
  return kind === 'newFinding' || kind === 'findingStep' ? outbox[kind] : undefined;
}

function anchorOfEntry({ object, place }: Entry): Anchor {
  switch (partsOf(object).kind) {
    case 'form':
      return { part: 'form', field: place };
    case 'expertConclusion':
    case 'managerConclusion':
      return { part: 'conclusion' };
    case 'remarkAnswers':
      return { part: 'submit' };
    default:
      return { part: 'score', serial: place };
  }
}

function entryText({ object, place }: Entry, value: unknown, { common, review, rules }: ReviewText): string {
  switch (partsOf(object).kind) {
    case 'newFinding':
      return (value as NewFinding).text;
    case 'findingStep': {
      const { to, text } = value as StepOfFinding;
      return `${rules.findingStates[to]} ${text}`;
    }
    case 'form':
      return formValueText(place, value, common);
    case 'expertConclusion':
    case 'managerConclusion':
    case 'remarkAnswers':
      return (value as string | undefined) ?? '';
    default:
      return scoreText(value as ScoreState, review.score.missing, common);
  }
}
