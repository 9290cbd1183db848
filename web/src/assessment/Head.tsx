import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { dayOf, daysInStatus } from '@shp/shared/domain/lib/days';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { queries } from '../core/assessmentQueries.ts';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { useUser } from '../core/session.ts';
import { useDaysLeft, useOverdueDays } from '../core/useOverdueDays.ts';
import { StatusChip } from '../ui/StatusChip.tsx';
import { Stepper } from '../ui/Stepper.tsx';
import { FoldContext } from './folding.tsx';
import { nextActors } from './nextActors.ts';
import { stagesOf } from './stages.ts';

type Props = { assessment: Assessment; events: readonly Event[] };

/** Header of an assessment: its stages with dates, and one line with level, status, scores and the next step. */
export function Head({ assessment, events }: Props) {
  const { common, review } = useReviewText();
  const { level, status, stationScore, expertScore, experts, validUntil } = assessment;
  // Until the experts' review ends, the mean is of those who have concluded.
  const { data: result } = useQuery({
    ...queries.result(assessment.id),
    enabled: status === 'reviewing' && expertScore !== null,
  });
  const isPartial = status === 'reviewing' && result && result.experts < experts.length;
  const user = useUser();
  const next = nextActors(assessment);
  const handedIn = useHandedIn(assessment);
  const over = useOverdueDays(assessment);
  const left = useDaysLeft(assessment);
  const { watch } = useContext(FoldContext);
  const steps = stagesOf(status, events).map(({ stage, state, on }) => {
    const note = state === 'current' ? dayOf(assessment.statusSince) : on;
    return { name: review.head.stages[stage], state, ...(note === undefined ? {} : { note }) };
  });
  return (
    <Paper ref={watch} sx={{ px: 2, py: 1.5, mb: 2 }}>
      <Box sx={{ ...LINE, justifyContent: 'space-between' }}>
        <Box sx={LINE}>
          <StatusChip status={status} />
          {over !== null && (
            <Typography component="span" sx={{ fontWeight: 600, color: 'error.main' }}>
              {review.head.overdueBy(over)}
            </Typography>
          )}
          {over === null && next.length > 0 && (
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {review.head.inStage(daysInStatus(assessment), dayOf(assessment.statusSince))}
              {left !== null && `${common.marks.comma}${review.head.left(left)}`}
            </Typography>
          )}
          <span>{common.levels[level]}</span>
          {stationScore !== null && <Figure label={common.assessment.stationScore} value={stationScore} />}
          {expertScore !== null && (
            <Figure
              label={common.assessment.expertScore}
              value={`${expertScore.toFixed(1)}${isPartial ? common.marks.brackets(review.head.expertsOf(result.experts, experts.length)) : ''}`}
            />
          )}
          {handedIn && <Figure label={review.head.ownScore} value={handedIn.score100.toFixed(1)} />}
          {validUntil !== null && <Figure label={common.assessment.validUntil} value={validUntil} />}
        </Box>
        <Typography>
          {next.length === 0
            ? review.head.ended
            : handedIn && status === 'reviewing'
              ? review.head.handedIn
              : next.includes(user.role)
                ? review.head.yours(user.role === 'expert' ? review.head.toScore : review.head.next[status])
                : review.head.awaited(
                    review.head.next[status],
                    // Of the experts' review the sentence says who.
                    status === 'reviewing' ? '' : next.map((role) => common.roles[role]).join(common.marks.list),
                  )}
        </Typography>
      </Box>
      <Stepper label={review.head.progress} steps={steps} inline />
    </Paper>
  );
}

/**
 * The own total of an expert who has concluded. The number of other experts stays hidden: experts are blind to each
 * other.
 */
function useHandedIn({ id }: Assessment) {
  const user = useUser();
  const asExpert = user.role === 'expert';
  const { data: experts } = useQuery({ ...queries.experts(id), enabled: asExpert });
  const concluded = asExpert && experts?.find((expert) => expert.id === user.id)?.concluded === true;
  const { data: sum } = useQuery({ ...queries.sum(id, { expertId: user.id }), enabled: concluded });
  return concluded ? sum : undefined;
}

function Figure({ label, value }: { label: string; value: string | number }) {
  return (
    <span>
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>{' '}
      <b>{value}</b>
    </span>
  );
}

const LINE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2.5, rowGap: 0.5 } as const;
