import PersonAdd from '@mui/icons-material/PersonAdd';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Output } from '@shp/shared/api/index';
import type { Assessment } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, startTransition, useState } from 'react';
import { queries } from '../../../core/assessmentQueries.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { useFinalText } from '../texts.ts';
import { Assigned } from './Assigned.tsx';

const AddExperts = lazyDialog(() => import('./AddExperts.tsx'));

type Props = {
  assessment: Assessment;
  /** The way to an expert's scores, where the user may open them. */
  scoresOf?: (expert: Output<'GET assessment/experts'>[number]) => ReactNode;
};

/** The experts of a review with their progress; adds and removes experts. */
export function ExpertsPart({ assessment, scoresOf }: Props) {
  const { common } = useText();
  const { experts: words } = useFinalText();
  const { id, permissions, rules } = assessment;
  const { data, error, refetch } = useQuery(queries.experts(id));
  const { data: conclusions = [] } = useQuery(queries.expertsConclusion(id));
  const [adding, setAdding] = useState(false);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Paper component="section" aria-label={words.title} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h2" sx={{ flex: '1 1 auto' }}>
          {words.title}
        </Typography>
        {permissions.assign && (
          <Button
            variant={data.length < rules.minExperts ? 'contained' : 'outlined'}
            startIcon={<PersonAdd />}
            onClick={() => startTransition(() => setAdding(true))}
          >
            {words.add}
          </Button>
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {data.length === 0 && `${words.none}${common.marks.gap}`}
        {permissions.assign && data.length < rules.minExperts && `${words.needed(rules.minExperts)}${common.marks.gap}`}
        {permissions.assign && data.some(({ scored }) => scored > 0) && words.scoredStay}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map((expert) => (
          <Assigned
            key={expert.id}
            assessment={assessment}
            expert={expert}
            scores={scoresOf?.(expert)}
            conclusion={conclusions.find(({ expertId }) => expertId === expert.id)}
          />
        ))}
      </Box>
      <Suspense>{adding && <AddExperts assessment={assessment} onClose={() => setAdding(false)} />}</Suspense>
    </Paper>
  );
}
