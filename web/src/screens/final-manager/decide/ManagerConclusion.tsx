import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { CONCLUSION_MAX } from '@shp/shared/domain/assessment/textLimits';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useArrival } from '../../../assessment/anchors.ts';
import { EditConflict } from '../../../assessment/EditConflict.tsx';
import { CONCLUSION_PLACE, useProposed, useProposing } from '../../../assessment/steps/useConclusion.ts';
import { queries } from '../../../core/assessmentQueries.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useToast } from '../../../core/useToast.ts';
import { objectOf } from '../../../outbox/senders.ts';
import { useEntry, useOutbox } from '../../../outbox/useOutbox.ts';
import { Clock } from '../../../ui/Clock.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { useFinalText } from '../texts.ts';
import { wordingOf } from '../useProposal.ts';

/** The manager's conclusion: an input that saves to the outbox, or read-only text. */
export function ManagerConclusion({ assessment }: { assessment: Assessment }) {
  const { common } = useText();
  const { conclude: words } = useFinalText();
  const { id, permissions } = assessment;
  const outbox = useOutbox();
  const object = objectOf('managerConclusion', id);
  const entry = useEntry(object, CONCLUSION_PLACE);
  const { data: stored, error, refetch } = useQuery(queries.managerConclusion(id));
  const place = useRef<HTMLElement>(null);
  useArrival(place, { part: 'conclusion' });
  const was = stored?.conclusion ?? '';
  const proposed = useProposed(id);
  const propose = useProposing(id);
  const written = entry ? String(entry.value) : was;
  const isProposed = !entry && was === '' && Boolean(proposed);
  const text = isProposed ? (proposed ?? '') : written;

  /** A text that the user has written or cleared stands for itself: nothing is proposed again. */
  function type(value: string) {
    propose('');
    void outbox.edit({ object, place: CONCLUSION_PLACE, value, was });
  }

  return (
    <Paper component="section" ref={place} aria-label={words.textTitle} sx={{ p: 2 }}>
      <Typography variant="h2" gutterBottom>
        {words.textTitle}
      </Typography>
      {error && !stored && <Failure error={error} onRetry={() => void refetch()} />}
      {permissions.conclude && stored !== undefined ? (
        <>
          <TextField
            label={words.text}
            value={text}
            onChange={(event) => type(event.target.value)}
            multiline
            minRows={4}
            maxRows={20}
            helperText={isProposed ? words.proposedHint : words.textHint}
            slotProps={{ htmlInput: { maxLength: CONCLUSION_MAX } }}
          />
          {text === '' && <Propose assessment={assessment} onText={type} />}
        </>
      ) : (
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{was || words.noText}</Typography>
      )}
      <EditConflict entry={entry} show={String} />
      {stored && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          {words.by(stored.by.name)}
          {common.marks.comma}
          <Clock at={stored.at} />
        </Typography>
      )}
    </Paper>
  );
}

type ProposeProps = { assessment: Assessment; onText: (text: string) => void };

/** Fills in the wording of the result, for the user to edit. */
function Propose({ assessment, onText }: ProposeProps) {
  const { conclude: words } = useFinalText();
  const toast = useToast();
  const { data: result } = useQuery(queries.result(assessment.id));
  if (!result) return null;
  return (
    <Button size="small" onClick={() => void wordingOf(assessment, result).then(onText, toast.failed)}>
      {words.propose}
    </Button>
  );
}
