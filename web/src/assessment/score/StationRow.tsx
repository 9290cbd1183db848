import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { FileItem } from '@shp/shared/api/objects';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { memo, type ReactNode } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { ShownFile } from '../../files/FilePane.tsx';
import type { ScoreState } from '../../outbox/senders.ts';
import { AddEvidence, Evidence } from './Evidence.tsx';
import { type ExpertScore, ExpertScores } from './ExpertScores.tsx';
import { PhraseButton } from './keys/PhraseButton.tsx';
import { ScoreRow } from './ScoreRow.tsx';
import { type CurrentScore, useCurrentScore } from './useScores.ts';

type Props = {
  assessment: string;
  item: StandardItem;
  /** Name of the scores in the outbox, and the server's value of the item. */
  object: string;
  stored: CurrentScore | undefined;
  experts: readonly ExpertScore[] | undefined;
  evidence: readonly FileItem[] | undefined;
  onChange: ((serial: string, state: ScoreState) => void) | undefined;
  onFiles: ((serial: string, files: File[]) => void) | undefined;
  onPhrases?: ((serial: string) => void) | undefined;
  /** Shows evidence beside the items; absent where it opens over the page. */
  onShow?: ((shown: ShownFile) => void) | undefined;
  /** Whether the reviewer has read the item, and the function that marks it. */
  seen?: boolean | undefined;
  onSeen?: ((serial: string, seen: boolean) => void) | undefined;
  /** The evidence shown below the item. */
  view?: ReactNode;
};

const NONE: readonly FileItem[] = [];

/** An item on the station's page; typing renders only this item. */
export const StationRow = memo(function StationRow(props: Props) {
  const { assessment, item, object, stored, experts, evidence = NONE, onChange, onFiles, onPhrases, onShow } = props;
  const { seen, onSeen, view } = props;
  const { review } = useReviewText();
  const given = useCurrentScore(object, item.serial, stored);
  return (
    <ScoreRow
      item={item}
      given={given}
      onChange={onChange}
      onFiles={onFiles}
      beside={<ExpertScores items={experts} full={item.score} />}
      buttons={
        <>
          {onFiles && <AddEvidence assessment={assessment} serial={item.serial} onFiles={onFiles} />}
          {onSeen && (
            <FormControlLabel
              label={review.score.seen}
              control={
                <Checkbox
                  size="small"
                  checked={seen === true}
                  onChange={(_, checked) => onSeen(item.serial, checked)}
                  slotProps={{ input: { 'aria-label': review.score.seenOf(item.serial) } }}
                />
              }
            />
          )}
        </>
      }
      view={view}
      besideReason={onPhrases && <PhraseButton serial={item.serial} onPhrases={onPhrases} />}
    >
      <Evidence assessment={assessment} serial={item.serial} files={evidence} onFiles={onFiles} onShow={onShow} />
    </ScoreRow>
  );
});
