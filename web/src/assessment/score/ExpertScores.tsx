import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries, type StoredScore } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useUser } from '../../core/session.ts';
import { scoreText } from '../valueText.ts';

/** One expert's score of an item; the name is empty if the user may not know it, as for a station. */
export type ExpertScore = StoredScore & { readonly name: string };

/**
 * The experts' scores of each item of a chapter. A station sees them after a return from the final review or a
 * conclusion, an expert sees the others' after the conclusion; earlier the page does not request them.
 */
export function useExpertScores(
  { id, status, experts }: Assessment,
  events: readonly Event[],
  s1: string,
): ReadonlyMap<string, readonly ExpertScore[]> {
  const { role } = useUser();
  const allowed =
    (role !== 'station' && role !== 'expert' && experts.length > 0) ||
    CONCLUDED.includes(status) ||
    events.some((event) => event.from === 'reviewed' && event.status === 'returned');
  const { data } = useQuery({ ...queries.allExpertScores(id, s1), enabled: allowed });
  return useMemo(() => {
    const bySerial = new Map<string, ExpertScore[]>();
    const all = (data ?? []).flatMap(({ name, items }) => items.map((item) => ({ ...item, name })));
    for (const item of all) {
      bySerial.set(item.serial, [...(bySerial.get(item.serial) ?? []), item]);
    }
    return bySerial;
  }, [data]);
}

/** The experts' scores of one item, with the names that the user may see. */
export function ExpertScores({ items = [], full }: { items: readonly ExpertScore[] | undefined; full: number }) {
  const { common, review } = useReviewText();
  if (items.length === 0) return null;
  return (
    <Box sx={{ mb: 1 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {review.score.experts(full)}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: experts can be nameless, and their order is fixed
          <Typography key={index} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {item.name !== '' && <b>{item.name} </b>}
            {scoreText(item, review.score.missing, common)}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
