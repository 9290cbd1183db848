import TextField from '@mui/material/TextField';
import { checkScoreItem } from '@shp/shared/domain/standard/scoreItems';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { reasonText } from '@shp/shared/text/reasons';
import { useEffect, useRef, useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { ScoreState } from '../../outbox/senders.ts';
import { useRefused } from '../refusedInputs.ts';

type Props = { item: StandardItem; state: ScoreState; onChange: (score: number | null) => void };

/** Input for the points of an item. It reports an invalid value and does not pass it on. */
export function ScoreInput({ item, state, onChange }: Props) {
  const { common, review } = useReviewText();
  const { serial, score: full } = item;
  const [typed, setTyped] = useState<string | null>(null);
  const wrongIn = (score: number | null) => checkScoreItem({ serial, ...state, missing: false, score }, item);
  // Show the text exactly as typed, unless the score has changed elsewhere.
  const points = typed === null ? null : readScore(typed);
  const own = typed !== null && (points === state.score || wrongIn(points) !== null);
  const wrong = own ? wrongIn(points) : null;
  const isWrong = wrong !== null;
  const field = useRef<HTMLDivElement>(null);
  useRefused(isWrong);
  // The reason appears below the input, where the foot bar may cover it.
  useEffect(() => {
    if (isWrong) field.current?.scrollIntoView({ block: 'nearest' });
  }, [isWrong]);

  function type(next: string) {
    setTyped(next);
    const score = readScore(next);
    if (wrongIn(score) === null) onChange(score);
  }

  return (
    <TextField
      ref={field}
      label={review.score.outOf(full)}
      value={state.missing ? '' : own ? typed : (state.score ?? '')}
      placeholder={state.missing ? review.score.missingShort : ''}
      onChange={(event) => type(event.target.value)}
      onFocus={(event) => event.target.select()}
      // On blur, show the stored score; keep an invalid text with its problem.
      onBlur={() => !isWrong && setTyped(null)}
      error={isWrong}
      helperText={wrong ? reasonText(wrong, common) : undefined}
      sx={{ width: 104, flex: 'none' }}
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

/** Parses points, full-width digits and a Chinese full stop included; NaN if it is no number. */
function readScore(text: string): number | null {
  const plain = text.normalize('NFKC').replace('。', '.').trim();
  if (plain === '') return null;
  return /^\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
}
