import TextField from '@mui/material/TextField';
import { checkScoreItem } from '@shp/shared/domain/scoreItems';
import type { StandardItem } from '@shp/shared/domain/standard';
import { reasonText } from '@shp/shared/text/reasons';
import { useState } from 'react';
import type { ScoreState } from '../../outbox/channels.ts';
import { useReviewText } from '../texts.ts';

type Props = { item: StandardItem; state: ScoreState; onChange: (score: number | null) => void };

/** Where the points of an item are typed; what cannot be kept is told and not passed on. */
export function ScoreInput({ item, state, onChange }: Props) {
  const { common, review } = useReviewText();
  const { serial, score: full } = item;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (state.score === null ? '' : String(state.score));
  const score = readScore(text);
  const wrong = checkScoreItem({ serial, ...state, missing: false, score }, item);

  function type(next: string) {
    setTyped(next);
    const points = readScore(next);
    if (checkScoreItem({ serial, ...state, missing: false, score: points }, item) === null) onChange(points);
  }

  return (
    <TextField
      label={review.score.outOf(full)}
      value={state.missing ? '' : text}
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
