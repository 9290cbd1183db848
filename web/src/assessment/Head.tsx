import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { dayOf, daysInStatus } from '@shp/shared/domain/lib/days';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries } from '../core/assessmentQueries.ts';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { useUser } from '../core/session.ts';
import { StatusChip } from '../ui/StatusChip.tsx';
import { nextActors } from './nextActors.ts';

type Props = { assessment: Assessment; children?: ReactNode };

/** Header of an assessment: level, status and since when, the next step and who takes it. */
export function Head({ assessment, children }: Props) {
  const { common, review } = useReviewText();
  const { station, level, status, stationScore, expertScore, validUntil } = assessment;
  const next = nextActors(assessment);
  const handedIn = useHandedIn(assessment);
  return (
    <Paper sx={{ p: 2, mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>{station.name}</Typography>
        <span>{common.levels[level]}</span>
        <span>
          <StatusChip status={status} />{' '}
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {review.head.since(dayOf(assessment.statusSince), daysInStatus(assessment))}
          </Typography>
        </span>
        {stationScore !== null && <Figure label={common.assessment.stationScore} value={stationScore} />}
        {expertScore !== null && <Figure label={common.assessment.expertScore} value={expertScore} />}
        {handedIn && <Figure label={review.head.ownScore} value={handedIn.score100.toFixed(1)} />}
        {validUntil !== null && <Figure label={common.assessment.validUntil} value={validUntil} />}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
        <Typography sx={{ flex: '1 1 auto' }}>
          {next.length === 0
            ? review.head.ended
            : handedIn && status === 'reviewing'
              ? review.head.handedIn
              : review.head.awaited(
                  review.head.next[status],
                  next.map((role) => common.roles[role]).join(common.marks.list),
                )}
        </Typography>
        {children}
      </Box>
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
      {value}
    </span>
  );
}
