import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { queries } from '../../../core/assessmentQueries.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ChapterDots } from '../compare/ChapterDots.tsx';
import { useFinalText } from '../texts.ts';

/** Rows that stand for the chapters while they load. */
const CHAPTERS = 8;

/** The rates by chapter beside the conclusion; nothing until everybody's sums are there. */
export function ChapterRates({ assessment: { id, level, rules } }: { assessment: Assessment }) {
  const { compare: words } = useFinalText();
  const navigate = useNavigate();
  const { data: titles } = useQuery(queries.titles(id));
  const { data: station } = useQuery(queries.sum(id, 'station'));
  const { data: experts = [] } = useQuery(queries.experts(id));
  const { data: result } = useQuery(queries.result(id));
  const sums = useQueries({ queries: experts.map((expert) => queries.sum(id, { expertId: expert.id })) });
  // No expert has concluded yet.
  if (result === null) return null;
  const isWaiting = experts.some(({ concluded }, at) => concluded && !sums[at]?.data);
  const given = experts.flatMap(({ name, concluded }, index) => {
    const sum = sums[index]?.data;
    return sum && concluded ? [{ name, sum }] : [];
  });
  return (
    <Paper component="section" aria-label={words.chart} sx={{ p: 2 }}>
      <Typography variant="h2" gutterBottom>
        {words.chart}
      </Typography>
      {!titles || !station || !result || isWaiting ? (
        <Skeleton rows={CHAPTERS} />
      ) : (
        <ChapterDots
          chapters={titles}
          station={station}
          experts={given}
          result={result}
          least={rules.thresholds[level].chapter}
          onChapter={(chapter) => navigate({ search: `?${new URLSearchParams({ chapter })}`, hash: '#compare' })}
        />
      )}
    </Paper>
  );
}
