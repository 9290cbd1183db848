import TextField from '@mui/material/TextField';
import { checkScoreItem } from '@shp/shared/domain/standard/scoreItems';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { reasonText } from '@shp/shared/text/reasons';
import { useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { ScoreState } from '../../outbox/senders.ts';

type Props = { item: StandardItem; state: ScoreState; onChange: (score: number | null) => void };

/** Where the points of an item are typed; what cannot be kept is told and not passed on. */
export function ScoreInput({ item, state, onChange }: Props) {
  const { common, review } = useReviewText();
  const { serial, score: full } = item;
  const [typed, setTyped] = useState<string | null>(null);
  const wrongIn = (score: number | null) => checkScoreItem({ serial, ...state, missing: false, score }, item);
  // What was typed is shown as it was, unless the score has been changed elsewhere.
  const points = typed === null ? null : readScore(typed);
  const own = typed !== null && (points === state.score || wrongIn(points) !== null);
  const wrong = own ? wrongIn(points) : null;

  function type(next: string) {
    setTyped(next);
    const score = readScore(next);
    if (wrongIn(score) === null) onChange(score);
  }

  return (
    <TextField
      label={review.score.outOf(full)}
      value={state.missing ? '' : own ? typed : (state.score ?? '')}
      placeholder={state.missing ? review.score.missingShort : ''}
      onChange={(event) => type(event.target.value)}
      onFocus={(event) => event.target.select()}
      // Once it is left, the input shows what is kept; what could not be kept stays, with the reason.
      onBlur={() => wrong === null && setTyped(null)}
      error={wrong !== null}
      helperText={wrong ? reasonText(wrong, common) : undefined}
      sx={{ width: 116, flex: 'none' }}
      slotProps={{
        htmlInput: {
          inputMode: 'decimal',
          readOnly: state.missing,
          autoComplete: 'off',
          'data-score': serial,
          'aria-label': review.score.scoreOf(serial, full),
        },
      }}
    />
  );
}

/** Points as typed, full-width digits and a Chinese full stop included; NaN where it is no number. */
function readScore(text: string): number | null {
  const plain = text.normalize('NFKC').replace('。', '.').trim();
  if (plain === '') return null;
  return /^\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
}
