import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { CONCLUDED, type Status } from '@shp/shared/domain/statuses';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type KeptScore, queries } from '../queries.ts';
import { useReviewText } from '../texts.ts';
import { scoreText } from '../valueText.ts';

/**
 * What the experts gave each item of a chapter, as the station may see it: once the review was returned from the final
 * review or has been concluded. Nothing is asked for before.
 */
export function useExpertsGiven(
  { id, status }: Assessment,
  events: readonly Event[],
  s1: string,
): ReadonlyMap<string, readonly KeptScore[]> {
  const told =
    (CONCLUDED as readonly Status[]).includes(status) ||
    events.some((event) => event.from === 'reviewed' && event.status === 'returned');
  const { data } = useQuery({ ...queries.allExpertScores(id, s1), enabled: told });
  return useMemo(() => {
    const bySerial = new Map<string, KeptScore[]>();
    for (const item of (data ?? []).flatMap(({ items }) => items)) {
      bySerial.set(item.serial, [...(bySerial.get(item.serial) ?? []), item]);
    }
    return bySerial;
  }, [data]);
}

/** What the experts gave one item, without their names. */
export function ExpertsGiven({ items = [], full }: { items: readonly KeptScore[] | undefined; full: number }) {
  const { review } = useReviewText();
  if (items.length === 0) return null;
  return (
    <Box sx={{ mb: 1 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {review.score.experts(full)}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: experts stay without names, and in their order
          <Typography key={place} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {scoreText(item, review.score.missing)}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
