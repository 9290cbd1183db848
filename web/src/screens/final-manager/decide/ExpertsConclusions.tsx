import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/assessmentQueries.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { Clock } from '../../../ui/Clock.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { MadeBy } from '../experts/MadeBy.tsx';
import { useFinalText } from '../texts.ts';

/** Each expert's conclusion. */
export function ExpertsConclusions({ id }: { id: string }) {
  const { common } = useText();
  const { conclude: words } = useFinalText();
  const { data: experts = [] } = useQuery(queries.experts(id));
  const { data, error, refetch } = useQuery(queries.expertsConclusion(id));
  return (
    <Paper component="section" aria-label={words.expertsTitle} sx={{ p: 2 }}>
      <Typography variant="h2" gutterBottom>
        {words.expertsTitle}
      </Typography>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={experts.length || 1} height={60} />}
      {data?.length === 0 && <Typography>{words.noConclusions}</Typography>}
      {data?.map(({ expertId, name, conclusion, score100, at }) => (
        <Box key={expertId} sx={{ mt: 1 }}>
          <Typography>
            <b>{name}</b>
            {common.marks.comma}
            {words.score(score100.toFixed(1))}
            {at !== null && (
              <Typography component="span" variant="body2" sx={{ ml: 1.5, color: 'text.secondary' }}>
                <Clock at={at} toMinute />
              </Typography>
            )}
          </Typography>
          <MadeBy expert={experts.find((expert) => expert.id === expertId)} />
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{conclusion}</Typography>
        </Box>
      ))}
    </Paper>
  );
}
