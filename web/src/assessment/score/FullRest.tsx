import Button from '@mui/material/Button';
import { chapterItems, type Serial1 } from '@shp/shared/domain/standard/standard';
import { useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { ScoreState } from '../../outbox/senders.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { CurrentScore } from './useScores.ts';

type Props = {
  chapter: Serial1;
  given: ReadonlyMap<string, CurrentScore>;
  onChange: (serial: string, state: ScoreState) => void;
};

/** Gives full points to every item of the chapter that has no score and no reason yet. */
export function FullRest({ chapter, given, onChange }: Props) {
  const { review } = useReviewText();
  const [asking, setAsking] = useState(false);
  const untouched = chapterItems(chapter).filter(({ serial }) => {
    const state = given.get(serial)?.state;
    return !state || (state.score === null && !state.missing && state.reason === '');
  });
  if (untouched.length === 0) return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {review.score.fullRest(untouched.length)}
      </Button>
      {asking && (
        <ConfirmDialog
          question={review.score.fullAsk(untouched.length)}
          note={review.score.fullNote}
          yes={review.score.fullRest(untouched.length)}
          grave={false}
          onYes={async () => {
            for (const { serial, score } of untouched) onChange(serial, { score, missing: false, reason: '' });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
