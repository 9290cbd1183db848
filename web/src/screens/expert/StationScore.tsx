import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { sameScore } from '@shp/shared/domain/standard/scoreItems';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { shortcutOf } from '../../assessment/score/keys/actions.ts';
import { copiedScore } from '../../assessment/score/keys/useActions.ts';
import type { StoredScore } from '../../core/assessmentQueries.ts';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { ScoreState } from '../../outbox/senders.ts';

type Props = {
  item: StandardItem;
  station: StoredScore | undefined;
  own: ScoreState | undefined;
  /** Absent if the scores are read-only. */
  onTake: (() => void) | undefined;
};

/** The station's score and reason for an item, with a button that copies them. */
export function StationScore({ item, station, own, onTake }: Props) {
  const { review } = useReviewText();
  const { station: words } = useExpertText();
  if (!station || (station.score === null && !station.missing)) {
    return (
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {words.unscored}
      </Typography>
    );
  }
  const { score, missing, reason } = station;
  return (
    <Box sx={GIVEN}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 30 }}>
        <Typography variant="body2" sx={{ flex: 1 }}>
          {words.label} <b>{missing ? review.score.missing : review.score.points(score ?? 0, item.score)}</b>
        </Typography>
        {onTake && !sameScore(copiedScore(own, station), own) && (
          <Button
            size="small"
            aria-label={words.takeOf(item.serial)}
            aria-keyshortcuts={shortcutOf('station')}
            onClick={onTake}
          >
            {words.take}
          </Button>
        )}
      </Box>
      {reason !== '' && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {reason}
        </Typography>
      )}
    </Box>
  );
}

const GIVEN = { mb: 1.5, px: 1, py: 0.5, borderRadius: 1, bgcolor: 'action.hover' } as const;
