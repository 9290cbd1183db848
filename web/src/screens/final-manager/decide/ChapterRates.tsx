import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { queries } from '../../../core/assessmentQueries.ts';
import { ChapterDots } from '../compare/ChapterDots.tsx';
import { useFinalText } from '../texts.ts';

/** The rates by chapter beside the conclusion; nothing until everybody's sums are there. */
export function ChapterRates({ assessment: { id, level, rules } }: { assessment: Assessment }) {
  const { compare: words } = useFinalText();
  const navigate = useNavigate();
  const { data: titles } = useQuery(queries.titles(id));
  const { data: station } = useQuery(queries.sum(id, 'station'));
  const { data: experts = [] } = useQuery(queries.experts(id));
  const { data: result } = useQuery(queries.result(id));
  const sums = useQueries({ queries: experts.map((expert) => queries.sum(id, { expertId: expert.id })) });
  if (!titles || !station || !result) return null;
  const given = experts.flatMap(({ name, concluded }, index) => {
    const sum = sums[index]?.data;
    return sum && concluded ? [{ name, sum }] : [];
  });
  return (
    <Paper component="section" aria-label={words.chart} sx={{ p: 2 }}>
      <Typography variant="h2" gutterBottom>
        {words.chart}
      </Typography>
      <ChapterDots
        chapters={titles}
        station={station}
        experts={given}
        result={result}
        least={rules.thresholds[level].chapter}
        onChapter={(chapter) => navigate({ search: `?${new URLSearchParams({ chapter })}`, hash: '#compare' })}
      />
    </Paper>
  );
}
