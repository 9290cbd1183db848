import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { ApiError } from '@shp/shared/api/errors';
import type { Assessment } from '@shp/shared/api/objects';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { hashOf } from '../../assessment/anchors.ts';
import { FootBar } from '../../assessment/steps/FootBar.tsx';
import { NextWaiting } from '../../assessment/steps/NextWaiting.tsx';
import { OutcomeLine } from '../../assessment/steps/OutcomeLine.tsx';
import { OutcomeContext } from '../../assessment/steps/outcome.ts';
import { refreshAll } from '../../core/assessmentQueries.ts';
import { client } from '../../core/client.ts';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useToast } from '../../core/useToast.ts';
import { useUnsent } from '../../outbox/useOutbox.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { disabledButtonStyle } from '../../ui/disabledButtonStyle.ts';
import { type ReviewState, unscoredItems } from './useReview.ts';

type Props = { assessment: Assessment; expert: string; text: string; state: ReviewState; editable: boolean };

/** Button that concludes; while disabled, it says why. Then the result, and the next review that waits. */
export function Conclude({ assessment, expert, text, state: { left, sum }, editable }: Props) {
  const { id } = assessment;
  const { conclude } = useExpertText();
  const cache = useQueryClient();
  const toast = useToast();
  const { outcome, setOutcome } = useContext(OutcomeContext);
  const whyId = useId();
  /** The text that the open confirmation is about; a newer text needs a new confirmation. */
  const [asked, setAsked] = useState<string | null>(null);
  const unsent = useUnsent(`${id}/${expert}`);
  // Until every chapter is loaded, the sum knows how many items are left.
  const toScore = left?.length ?? (sum ? unscoredItems(sum) : 0);
  const reasons = [
    ...(toScore > 0
      ? [{ text: conclude.itemsLeft(toScore), to: hashOf({ part: 'score', serial: left?.[0]?.serial }) }]
      : []),
    ...(text === '' ? [{ text: conclude.textBlank, to: hashOf({ part: 'conclusion' }) }] : []),
    ...(unsent > 0 ? [{ text: conclude.unsent(unsent), to: null }] : []),
  ];
  const possible = left !== null && reasons.length === 0;

  async function go(conclusion: string, score: string) {
    try {
      // `was`: the server refuses to conclude a text that another browser has changed.
      await client.call('POST assessment/update_conclusion', { id, conclusion, final: true, was: conclusion });
      setOutcome({ name: 'conclude', after: assessment, score });
    } catch (error) {
      const unread = error instanceof ApiError && error.code === 'conflict';
      toast.failed(unread ? conclude.changed : error);
    }
    await refreshAll(cache, id);
  }

  return (
    <>
      <FootBar
        label={conclude.title}
        reasons={
          <>
            <OutcomeLine />
            {editable && outcome === null && <State {...{ whyId, reasons, left, sum }} />}
          </>
        }
      >
        {outcome !== null && <NextWaiting assessment={assessment} autoFocus main />}
        {editable && outcome === null && (
          <Button
            variant="contained"
            aria-disabled={!possible}
            aria-describedby={possible ? undefined : whyId}
            onClick={() => possible && setAsked(text)}
            sx={possible ? {} : disabledButtonStyle}
          >
            {conclude.action}
          </Button>
        )}
      </FootBar>
      {asked !== null && sum && (
        <ConfirmDialog
          question={conclude.ask(sum.score100.toFixed(1))}
          note={conclude.askNote}
          yes={conclude.action}
          grave={false}
          onYes={() => go(asked, sum.score100.toFixed(1))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

type StateProps = Pick<ReviewState, 'left' | 'sum'> & {
  whyId: string;
  reasons: readonly { text: string; to: string | null }[];
};

/** What stands in the way, otherwise the total. */
function State({ whyId, reasons, left, sum }: StateProps) {
  const { conclude, open } = useExpertText();
  const { review } = useReviewText();
  if (reasons.length === 0) return left === null ? open.waiting : sum && review.score.total(sum.score100.toFixed(1));
  return (
    <Box id={whyId} component="ul" aria-label={conclude.notYet} sx={REASONS}>
      {reasons.map(({ text, to }) => (
        <li key={text}>
          {to === null ? (
            text
          ) : (
            <Link component={RouterLink} to={{ hash: to }}>
              {text}
            </Link>
          )}
        </li>
      ))}
    </Box>
  );
}

const REASONS = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 0.75,
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li + li::before': { content: '"·"', mr: 0.75 },
} as const;
