import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Thresholds } from '@shp/shared/domain/settings';
import { sameScore } from '@shp/shared/domain/standard/scoreItems';
import { scoreSum } from '@shp/shared/domain/standard/scoring';
import { chapterItems, type Serial1 } from '@shp/shared/domain/standard/standard';
import { useLayoutEffect, useRef, useState } from 'react';
import { ChapterRate } from '../../assessment/score/ChapterSums.tsx';
import { copiedScore } from '../../assessment/score/keys/useActions.ts';
import { standardOf } from '../../assessment/score/useChapters.ts';
import { itemsOf } from '../../assessment/score/useScores.ts';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useToast } from '../../core/useToast.ts';
import { NOT_SCORED } from '../../outbox/senders.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { ReviewState } from './useReview.ts';

type Props = { chapter: Serial1; state: ReviewState; thresholds: Thresholds; editable: boolean };

/** Rate of the open chapter, and a button that copies the station's scores to its untouched items. */
export function ChapterHead({ chapter, state: { given, station, change }, thresholds, editable }: Props) {
  const { station: words } = useExpertText();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const own = scoreSum(standardOf([chapter]), itemsOf(given, chapter.serial), thresholds).sections[0];
  const untouched = chapterItems(chapter).flatMap(({ serial }) => {
    const before = given.get(serial)?.state;
    const theirs = station.get(serial);
    const blank = !before || (before.score === null && !before.missing && before.reason === '');
    return blank && theirs && (theirs.score !== null || theirs.missing) ? [theirs] : [];
  });

  async function takeAll() {
    for (const theirs of untouched) change(theirs.serial, copiedScore(undefined, theirs));
    toast.done(words.taken(untouched.length), async () => {
      // Items that were changed since keep their score.
      for (const theirs of untouched)
        if (sameScore(latest.current.get(theirs.serial)?.state, copiedScore(undefined, theirs)))
          change(theirs.serial, NOT_SCORED);
    });
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      {own && <ChapterRate sum={own} />}
      {editable && untouched.length > 0 && (
        <Button size="small" onClick={() => setAsking(true)}>
          {words.takeChapter(untouched.length)}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          question={words.takeAsk(untouched.length)}
          note={words.takeNote}
          yes={words.takeYes}
          grave={false}
          onYes={takeAll}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
