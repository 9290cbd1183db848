import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { dayOf, daysSince } from '@shp/shared/domain/days';
import type { ReactNode } from 'react';
import { awaitedFrom } from './awaited.ts';
import { StatusChip } from './StatusChip.tsx';
import { useReviewText } from './texts.ts';

type Props = { assessment: Assessment; events: readonly Event[] | undefined; children?: ReactNode };

/** Where an assessment stands: level, status and since when, what is awaited next and from whom. */
export function Head({ assessment, events, children }: Props) {
  const { common, review } = useReviewText();
  const { station, level, status, stationScore, expertScore, validUntil } = assessment;
  const since = events?.at(-1)?.at;
  const next = awaitedFrom(assessment);
  return (
    <Paper sx={{ p: 2, mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>{station.name}</Typography>
        <span>{common.levels[level]}</span>
        <span>
          <StatusChip status={status} />{' '}
          {since !== undefined && (
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {review.head.since(dayOf(since), daysSince(since))}
            </Typography>
          )}
        </span>
        {stationScore !== null && <Figure label={common.assessment.stationScore} value={stationScore} />}
        {expertScore !== null && <Figure label={common.assessment.expertScore} value={expertScore} />}
        {validUntil !== null && <Figure label={common.assessment.validUntil} value={validUntil} />}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
        <Typography sx={{ flex: '1 1 auto' }}>
          {next.length === 0
            ? review.head.ended
            : review.head.awaited(
                review.head.next[status],
                next.map((role) => common.roles[role]).join(common.marks.list),
              )}
        </Typography>
        {children}
      </Box>
    </Paper>
  );
}

function Figure({ label, value }: { label: string; value: string | number }) {
  return (
    <span>
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>{' '}
      {value}
    </span>
  );
}
