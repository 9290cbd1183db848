import Alert from '@mui/material/Alert';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { CONCLUSION_MAX } from '@shp/shared/domain/assessment/textLimits';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useArrival } from '../../assessment/anchors.ts';
import { EditConflict } from '../../assessment/EditConflict.tsx';
import { SumLine } from '../../assessment/score/SumLine.tsx';
import { queries } from '../../core/assessmentQueries.ts';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useUser } from '../../core/session.ts';
import { objectOf } from '../../outbox/senders.ts';
import { useEntry, useOutbox } from '../../outbox/useOutbox.ts';
import { Clock } from '../../ui/Clock.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { OpenItems } from './OpenItems.tsx';
import type { Expert, ReviewState } from './useReview.ts';
import { WhyClosed } from './WhyClosed.tsx';

type Props = { assessment: Assessment; state: ReviewState; expert: Expert; editable: boolean };

/** The expert's conclusion text and the open items. */
export function ConcludePart({ assessment, state, expert, editable }: Props) {
  const text = useExpertText();
  const user = useUser();
  const { data, error, refetch } = useQuery(queries.expertsConclusion(assessment.id));
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const stored = data.find(({ expertId }) => expertId === expert.id);
  if (!editable || user.id !== expert.id) {
    return (
      <Paper sx={{ p: 2 }}>
        {editable ? (
          <Alert severity="info">{text.conclude.onlyExpert}</Alert>
        ) : (
          <WhyClosed {...{ assessment, expert }} />
        )}
        {state.sum && <SumLine sum={state.sum} level={assessment.level} thresholds={assessment.rules.thresholds} />}
        <Typography sx={{ my: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {stored?.conclusion || text.conclude.noText}
        </Typography>
        {stored?.at && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {text.conclude.at} <Clock at={stored.at} />
          </Typography>
        )}
      </Paper>
    );
  }
  return <Writing assessment={assessment} state={state} expert={expert} stored={stored?.conclusion ?? ''} />;
}

type WritingProps = Omit<Props, 'editable'> & { stored: string };

function Writing({ assessment: { id }, state, expert, stored }: WritingProps) {
  const { conclude } = useExpertText();
  const outbox = useOutbox();
  const object = objectOf('expertConclusion', `${id}/${expert.id}`);
  const entry = useEntry(object, 'text');
  const value = (entry?.value as string | undefined) ?? stored;
  const [typed, setTyped] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useArrival(place, { part: 'conclusion' });
  useEffect(() => outbox.flush(), [outbox]);

  function write(next: string) {
    setTyped(next);
    void outbox.edit({ object, place: 'text', value: next.trim(), was: stored });
  }

  return (
    <Stack spacing={2}>
      <Paper sx={{ p: 2 }} ref={place}>
        <TextField
          label={conclude.text}
          // The server trims the text; keep blanks at its ends while the user types.
          value={typed?.trim() === value ? typed : value}
          onChange={(event) => write(event.target.value)}
          onBlur={() => setTyped(null)}
          multiline
          minRows={6}
          maxRows={20}
          helperText={conclude.textNote}
          slotProps={{ htmlInput: { maxLength: CONCLUSION_MAX } }}
        />
        <EditConflict entry={entry} show={(one) => (one as string | undefined) ?? ''} />
      </Paper>
      {state.left && state.left.length > 0 && (
        <Paper sx={{ p: 2 }}>
          <OpenItems items={state.left} />
        </Paper>
      )}
    </Stack>
  );
}
