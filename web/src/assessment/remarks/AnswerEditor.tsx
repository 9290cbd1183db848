import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { ANSWER_MAX } from '@shp/shared/domain/assessment/remarks';
import { useEffect, useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { objectOf } from '../../outbox/senders.ts';
import { useEntry, useOutbox } from '../../outbox/useOutbox.ts';
import { EditConflict } from '../EditConflict.tsx';
import { Answers } from '../history/Answers.tsx';
import type { PlacedRemark } from './remarksContext.ts';

type Props = { assessment: string; remark: PlacedRemark; name: string };

/** The station's answer to a remark: saved while it is typed, sent to the reviewer with the next submission. */
export function AnswerEditor({ assessment, remark: { place, answers = [] }, name }: Props) {
  const { common, review } = useReviewText();
  const outbox = useOutbox();
  const object = objectOf('remarkAnswers', assessment);
  const entry = useEntry(object, place);
  const was = answers.find(({ sent }) => !sent)?.text ?? '';
  const value = (entry?.value as string | undefined) ?? was;
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => outbox.flush(), [outbox]);
  return (
    <Box sx={{ mt: 0.5, mb: 1, maxWidth: 640 }}>
      <Answers answers={answers.filter(({ sent }) => sent)} />
      <TextField
        size="small"
        fullWidth
        multiline
        maxRows={10}
        label={common.assessment.answer}
        // The server trims the text; keep blanks at its ends while the user types.
        value={typed?.trim() === value ? typed : value}
        onChange={({ target }) => {
          setTyped(target.value);
          void outbox.edit({ object, place, value: target.value.trim(), was });
        }}
        onBlur={() => setTyped(null)}
        slotProps={{ htmlInput: { maxLength: ANSWER_MAX, 'aria-label': review.answering.on(name) } }}
      />
      <EditConflict entry={entry} show={(one) => String(one ?? '')} />
    </Box>
  );
}
