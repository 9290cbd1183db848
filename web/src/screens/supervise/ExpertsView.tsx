import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { Conclusion } from '../../assessment/Conclusion.tsx';
import { ChapterSums } from '../../assessment/score/ChapterSums.tsx';
import { SumLine } from '../../assessment/score/SumLine.tsx';
import { queries } from '../../core/assessmentQueries.ts';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { Failure } from '../../ui/Failure.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';

/** Experts with their progress, the result so far, and the conclusions; read-only. */
export function ExpertsView({ assessment }: { assessment: Assessment }) {
  const { common } = useReviewText();
  const { experts: words } = useManagingText();
  const { id } = assessment;
  const { data: experts, error, refetch } = useQuery(queries.experts(id));
  const { data: conclusions = [] } = useQuery(queries.expertsConclusion(id));
  const { data: manager } = useQuery(queries.managerConclusion(id));
  const scoreOf = (expert: string) => conclusions.find(({ expertId }) => expertId === expert)?.score100;
  const headings = [words.expert, words.progress, words.score, common.assessment.status];
  return (
    <Stack spacing={2}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <Paper component="section" aria-label={common.assessment.experts} sx={{ p: 2 }}>
        <Typography variant="h2" gutterBottom>
          {common.assessment.experts}
        </Typography>
        {experts?.length === 0 && <Typography>{words.none}</Typography>}
        {experts && experts.length > 0 && (
          <PlainTable
            label={common.assessment.experts}
            headings={headings}
            rows={experts.map((expert) => [
              <>
                {expert.name}
                <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                  {[expert.profile.unit, expert.profile.title].filter(Boolean).join(common.marks.comma)}
                </Typography>
              </>,
              `${expert.scored}/${expert.items}`,
              expert.concluded ? scoreOf(expert.id)?.toFixed(1) : '',
              expert.concluded ? words.concluded : words.notConcluded,
            ])}
          />
        )}
      </Paper>
      <Result assessment={assessment} />
      {conclusions.length > 0 && (
        <Paper component="section" aria-label={words.conclusions} sx={{ p: 2 }}>
          <Typography variant="h2" gutterBottom>
            {words.conclusions}
          </Typography>
          {conclusions.map(({ expertId, name, conclusion, at }) => (
            <Box key={expertId} sx={{ mb: 1.5 }}>
              <Typography component="h3" sx={{ fontWeight: 600 }}>
                {name}
                {at === null && common.marks.brackets(words.notConcluded)}
              </Typography>
              <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{conclusion}</Typography>
            </Box>
          ))}
        </Paper>
      )}
      {manager === null ? <Typography>{words.noConclusion}</Typography> : <Conclusion id={id} />}
    </Stack>
  );
}

/** The mean of the experts who have concluded. */
function Result({ assessment }: { assessment: Assessment }) {
  const { experts: words } = useManagingText();
  const { id, level } = assessment;
  const { data: result } = useQuery(queries.result(id));
  const { data: titles = [] } = useQuery(queries.titles(id));
  if (result === undefined) return null;
  if (result === null) return <Typography>{words.noResult}</Typography>;
  return (
    <Paper component="section" aria-label={words.result(result.experts)} sx={{ p: 2 }}>
      <Typography variant="h2" gutterBottom>
        {words.result(result.experts)}
      </Typography>
      <SumLine sum={result} level={level} thresholds={result.thresholds} />
      <ChapterSums sum={result} level={level} thresholds={result.thresholds} titles={titles} />
    </Paper>
  );
}
