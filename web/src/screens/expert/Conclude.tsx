import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { ApiError } from '@shp/shared/api/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { hashOf } from '../../assessment/anchors.ts';
import { FootBar } from '../../assessment/steps/FootBar.tsx';
import { refreshAll } from '../../core/assessmentQueries.ts';
import { client } from '../../core/client.ts';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useToast } from '../../core/useToast.ts';
import { useUnsent } from '../../outbox/useOutbox.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { disabledButtonStyle } from '../../ui/disabledButtonStyle.ts';
import type { ReviewState } from './useReview.ts';

type Props = { id: string; expert: string; text: string; state: ReviewState };

/** Button that concludes; while disabled, it says why. */
export function Conclude({ id, expert, text, state: { left, sum } }: Props) {
  const { conclude, open } = useExpertText();
  const { review } = useReviewText();
  const cache = useQueryClient();
  const toast = useToast();
  const whyId = useId();
  /** The text that the open confirmation is about; a newer text needs a new confirmation. */
  const [asked, setAsked] = useState<string | null>(null);
  const unsent = useUnsent(`${id}/${expert}`);
  const reasons = [
    ...(left && left.length > 0
      ? [{ text: conclude.itemsLeft(left.length), to: hashOf({ part: 'score', serial: left[0]?.serial }) }]
      : []),
    ...(text === '' ? [{ text: conclude.textBlank, to: hashOf({ part: 'conclusion' }) }] : []),
    ...(unsent > 0 ? [{ text: conclude.unsent(unsent), to: null }] : []),
  ];
  const possible = left !== null && reasons.length === 0;

  async function go(conclusion: string) {
    try {
      // `was`: the server refuses to conclude a text that another browser has changed.
      await client.call('POST assessment/update_conclusion', { id, conclusion, final: true, was: conclusion });
      toast.done(conclude.done);
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
          reasons.length > 0 ? (
            <Box id={whyId} component="ul" aria-label={conclude.notYet} sx={REASONS}>
              {reasons.map(({ text: reason, to }) => (
                <li key={reason}>
                  {to === null ? (
                    reason
                  ) : (
                    <Link component={RouterLink} to={{ hash: to }}>
                      {reason}
                    </Link>
                  )}
                </li>
              ))}
            </Box>
          ) : left === null ? (
            open.waiting
          ) : (
            sum && review.score.total(sum.score100.toFixed(1))
          )
        }
      >
        <Button
          variant="contained"
          aria-disabled={!possible}
          aria-describedby={possible ? undefined : whyId}
          onClick={() => possible && setAsked(text)}
          sx={possible ? {} : disabledButtonStyle}
        >
          {conclude.action}
        </Button>
      </FootBar>
      {asked !== null && sum && (
        <ConfirmDialog
          question={conclude.ask(sum.score100.toFixed(1))}
          note={conclude.askNote}
          yes={conclude.action}
          grave={false}
          onYes={() => go(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** A reason alone needs no bullet. */
const REASONS = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  m: 0,
  pl: 2.5,
  '&:has(> li:only-child)': { pl: 0, listStyle: 'none' },
} as const;
