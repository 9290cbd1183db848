import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Problem } from '@shp/shared/api/objects';
import { Link as RouterLink } from 'react-router';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { UNSEEN } from '../../theme/unseen.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { hashOf, placeOfProblem } from '../anchors.ts';
import type { StepReasons } from './offeredSteps.ts';
import { ProblemLinks } from './ProblemLinks.tsx';

type Props = {
  id: string;
  reasons: readonly StepReasons[];
  /** The part that lists the problems already; the bar then links to it. */
  listed?: string | undefined;
};

/** What stands in the way of the steps in the bar: one reason in full, several folded. */
export function WhyNot({ id: assessment, reasons, listed }: Props) {
  const { common, review, rules } = useReviewText();
  const wide = useMinWidth('sm');
  return reasons.map(({ step: { row }, id, fresh }) => {
    const [only] = fresh;
    if (!only) return null;
    const name = rules.steps[row.name];
    const prefix = reasons.length > 1 ? `${name}${common.marks.colon}` : '';
    return (
      <Box key={id} id={id} sx={{ position: 'relative' }}>
        {fresh.length === 1 && (reasons.length === 1 || (wide && listed === undefined)) ? (
          <Typography variant="body2">
            {prefix}
            <Reason problem={only} />
          </Typography>
        ) : listed !== undefined ? (
          <>
            <Link
              component={RouterLink}
              to={{ hash: hashOf((fresh.length === 1 && placeOfProblem(only)) || { part: 'submit' }) }}
              title={listed}
            >
              {review.steps.notYet(name, fresh.length)}
            </Link>
            {/* For the button that this describes. */}
            {fresh.length === 1 && (
              <Box component="span" sx={UNSEEN}>
                {only.message}
              </Box>
            )}
          </>
        ) : (
          <details>
            <summary>{review.steps.notYet(name, fresh.length)}</summary>
            <ProblemLinks id={assessment} label={review.steps.why(name)} problems={fresh} />
          </details>
        )}
      </Box>
    );
  });
}

function Reason({ problem }: { problem: Problem }) {
  const place = placeOfProblem(problem);
  if (place === null) return problem.message;
  return (
    <Link component={RouterLink} to={{ hash: hashOf(place) }}>
      {problem.message}
    </Link>
  );
}
