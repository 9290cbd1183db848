import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { useState } from 'react';
import { usePreferences } from '../../preferences.ts';
import { SumLine, SumTable } from '../../review/score/SumPanel.tsx';
import { ScoreSheet } from '../../review/sheet/ScoreSheet.tsx';
import { useReviewText } from '../../review/texts.ts';
import { OpenItems } from './OpenItems.tsx';
import { useExpertText } from './texts.ts';
import { leftIn, type ReviewState } from './useReview.ts';

type Props = { assessment: Assessment; state: ReviewState; editable: boolean };

/** The running sum, what it qualifies for, what is left, and the score sheet. */
export function Sums({ assessment, state, editable }: Props) {
  const { common, review } = useReviewText();
  const text = useExpertText();
  const { lang } = usePreferences();
  const [listed, setListed] = useState(false);
  const { owner, serials, given, change, sum, left, progress } = state;
  const { level, rules } = assessment;
  const titleOf = (serial: string) => {
    const found = progress.find((one) => one.serial === serial);
    return (lang === 'en' && found?.titleEn) || (found?.title ?? '');
  };
  return (
    <>
      <Box sx={SUM}>
        <Box sx={{ flex: '1 1 18rem' }}>
          {sum && (
            <>
              <SumLine sum={sum} level={level} thresholds={rules.thresholds} />
              <Typography variant="body2">
                {text.sum.left(leftIn(sum))}
                {sum.complete &&
                  ` (${sum.qualifies === null ? text.sum.qualifiesNone : text.sum.qualifies(common.levels[sum.qualifies])})`}
              </Typography>
            </>
          )}
        </Box>
        <ScoreSheet
          assessment={assessment}
          owner={owner}
          serials={serials}
          given={given}
          change={editable ? change : undefined}
        />
      </Box>
      {sum && (
        <Box component="details" sx={{ my: 1 }}>
          <summary>{review.score.showChapters}</summary>
          <SumTable sum={sum} level={level} thresholds={rules.thresholds} titleOf={titleOf} />
        </Box>
      )}
      {editable && left && left.length > 0 && (
        <Box
          component="details"
          sx={{ my: 1 }}
          onToggle={(event) => setListed((event.currentTarget as unknown as HTMLDetailsElement).open)}
        >
          <summary>{text.open.title(left.length)}</summary>
          {listed && <OpenItems items={left} />}
        </Box>
      )}
    </>
  );
}

/** Stays in sight where there is room for it, below the page's tabs. */
const SUM = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  alignItems: 'center',
  bgcolor: 'background.paper',
  position: { md: 'sticky' },
  top: 48,
  zIndex: 2,
  py: 0.5,
} as const;
