import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { dayOf, validUntil } from '@shp/shared/domain/lib/days';
import { type ReviewResult, type Shortfall, shortfall } from '@shp/shared/domain/standard/scoring';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useArrival } from '../../../assessment/anchors.ts';
import { queries } from '../../../core/assessmentQueries.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { WholeDates } from '../../../ui/fields/WholeDates.tsx';
import { useFinalText } from '../texts.ts';

/** Statuses before the decision. */
const OPEN_YET: readonly Status[] = ['reviewing', 'reviewed'];

/** The result of the review, the outcome that the rules propose, and until when the rating is or would be valid. */
export function Result({ assessment }: { assessment: Assessment }) {
  const { conclude: words } = useFinalText();
  const { data: result, error, refetch } = useQuery(queries.result(assessment.id));
  const place = useRef<HTMLElement>(null);
  useArrival(place, { part: 'result' });
  // Experts are still scoring: the mean will change, so do not propose an outcome yet.
  const partial = assessment.status === 'reviewing' && !!result && result.experts < assessment.experts.length;
  return (
    <Paper component="section" ref={place} tabIndex={-1} aria-label={words.resultTitle} sx={{ p: 2 }}>
      <Typography variant="h2" gutterBottom>
        {words.resultTitle}
      </Typography>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {result === null && <Typography>{words.noResult}</Typography>}
      {result && partial && (
        <Typography>{words.soFar(result.experts, assessment.experts.length, result.score100.toFixed(1))}</Typography>
      )}
      {result && !partial && <Proposal assessment={assessment} result={result} />}
      <Validity assessment={assessment} result={partial ? null : (result ?? null)} />
    </Paper>
  );
}

function Proposal({ assessment: { level, rules }, result }: { assessment: Assessment; result: ReviewResult }) {
  const { common } = useText();
  const { conclude: words } = useFinalText();
  const { pass, other, fail } = words.proposal;
  const lacking = shortfall(result, level, rules.thresholds);
  const name = common.levels[level];
  const reached = result.qualifies;
  return (
    <>
      <Alert severity={lacking === null ? 'success' : 'warning'}>
        <b>{lacking === null ? pass(name) : reached === null ? fail(name) : other(name, common.levels[reached])}</b>
        {lacking && <Lacking lacking={lacking} experts={result.experts} />}
      </Alert>
      {/* What is too low has its score above. */}
      {!lacking?.scoreLow && (
        <Typography sx={{ mt: 1 }}>
          {common.assessment.expertScore} <b>{result.score100.toFixed(1)}</b>
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {words.basis(result.experts)}
          </Typography>
        </Typography>
      )}
    </>
  );
}

type LackingProps = { lacking: Shortfall; experts: number };

function Lacking({ lacking: { scoreLow, score100, threshold, chapters }, experts }: LackingProps) {
  const { conclude: words } = useFinalText();
  return (
    <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
      {scoreLow && (
        <li>
          {words.lacking.score(score100.toFixed(1), String(threshold.score))}
          {words.basis(experts)}
        </li>
      )}
      {chapters.map(({ serial, rate }) => (
        <li key={serial}>{words.lacking.chapter(serial, rate.toFixed(1), String(threshold.chapter))}</li>
      ))}
    </Box>
  );
}

function Validity({ assessment, result }: { assessment: Assessment; result: ReviewResult | null }) {
  const { conclude: words } = useFinalText();
  const { level, rules, status, validUntil: lastDay } = assessment;
  if (lastDay !== null) {
    const over = status === 'revoked' || lastDay < dayOf(new Date());
    return (
      <Typography sx={{ mt: 1 }}>
        <WholeDates>{over ? words.ended(lastDay) : words.valid(lastDay)}</WholeDates>
      </Typography>
    );
  }
  if (!OPEN_YET.includes(status) || result === null || shortfall(result, level, rules.thresholds)) return null;
  const would = validUntil(new Date().toISOString(), rules.validYears);
  return (
    <Typography sx={{ mt: 1 }}>
      <WholeDates>{words.validity(would, rules.validYears)}</WholeDates>
    </Typography>
  );
}
