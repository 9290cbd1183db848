import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { ChapterSums } from '../../assessment/score/ChapterSums.tsx';
import { SumLine } from '../../assessment/score/SumLine.tsx';
import { queries } from '../../core/assessmentQueries.ts';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import type { Title } from './useReview.ts';

/** The result of a finished review, and every expert's conclusion. */
export function Result({ assessment: { id, level }, titles }: { assessment: Assessment; titles: readonly Title[] }) {
  const { result: words } = useExpertText();
  const { data: result } = useQuery(queries.result(id));
  const { data: conclusions = [] } = useQuery(queries.expertsConclusion(id));
  if (!result) return null;
  return (
    <Paper component="section" aria-label={words.title} sx={{ p: 2, mb: 2 }}>
      <Typography variant="h2" gutterBottom>
        {words.title}
      </Typography>
      <SumLine sum={result} level={level} thresholds={result.thresholds} />
      <ChapterSums
        summary={words.experts(result.experts)}
        sum={result}
        level={level}
        thresholds={result.thresholds}
        titles={titles}
      />
      {conclusions.length > 0 && (
        <>
          <Typography sx={{ fontWeight: 600 }}>{words.conclusions}</Typography>
          <Box component="ul" aria-label={words.conclusions} sx={{ m: 0, pl: 3 }}>
            {conclusions.map(({ expertId, name, conclusion, score100 }) => (
              <li key={expertId}>
                {words.of(name, score100.toFixed(1))}
                <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                  {conclusion}
                </Typography>
              </li>
            ))}
          </Box>
        </>
      )}
    </Paper>
  );
}
