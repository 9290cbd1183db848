import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../core/assessmentQueries.ts';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { Clock } from '../ui/Clock.tsx';

/** The manager's conclusion, if it exists and the user may read it. */
export function Conclusion({ id }: { id: string }) {
  const { common } = useReviewText();
  const { data } = useQuery(queries.managerConclusion(id));
  if (!data) return null;
  return (
    <Paper component="section" aria-label={common.assessment.conclusion} sx={{ p: 2, mb: 2 }}>
      <Typography variant="h2" gutterBottom>
        {common.assessment.conclusion}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{data.conclusion}</Typography>
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {data.by.name} <Clock at={data.at} />
      </Typography>
    </Paper>
  );
}
