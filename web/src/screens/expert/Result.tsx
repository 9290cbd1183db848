import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '../../preferences.ts';
import { queries } from '../../review/queries.ts';
import { SumLine, SumTable } from '../../review/score/SumPanel.tsx';
import { useExpertText } from './texts.ts';
import type { Title } from './useReview.ts';

/** The result of an ended review, and what every expert concluded. */
export function Result({ assessment: { id, level }, titles }: { assessment: Assessment; titles: readonly Title[] }) {
  const { result: words } = useExpertText();
  const { lang } = usePreferences();
  const { data: result } = useQuery(queries.result(id));
  const { data: conclusions = [] } = useQuery(queries.expertsConclusion(id));
  if (!result) return null;
  const titleOf = (serial: string) => {
    const found = titles.find((one) => one.serial === serial);
    return (lang === 'en' && found?.titleEn) || (found?.title ?? '');
  };
  return (
    <Paper component="section" aria-label={words.title} sx={{ p: 2, mb: 2 }}>
      <Typography variant="h2" gutterBottom>
        {words.title}
      </Typography>
      <SumLine sum={result} level={level} thresholds={result.thresholds} />
      <Box component="details" sx={{ my: 1 }}>
        <summary>{words.experts(result.experts)}</summary>
        <SumTable sum={result} level={level} thresholds={result.thresholds} titleOf={titleOf} />
      </Box>
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
