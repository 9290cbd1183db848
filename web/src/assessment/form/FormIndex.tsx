import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { FORM_PATHS, type FormPath, PART_ORDER } from '@shp/shared/domain/assessment/form';
import { Link as RouterLink } from 'react-router';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { TALL_WINDOW } from '../../theme/tokens.ts';
import { hashOf } from '../anchors.ts';
import { RemarkCount } from '../remarks/RemarkCount.tsx';
import { useUnanswered } from '../remarks/remarksContext.ts';

/**
 * The parts of the form beside it, each with the numbers of fields to complete and of remarks to answer; a link leads to
 * the first of them.
 */
export function FormIndex({ open }: { open: Iterable<string> }) {
  const { review, rules } = useReviewText();
  const paths = [...open];
  const remarked = useUnanswered().flatMap((place) => (place?.part === 'form' ? [place.field] : []));
  return (
    <Box component="nav" aria-label={review.form.index} sx={INDEX}>
      <ul>
        {PART_ORDER.map((part) => {
          const left = paths.filter((path) => path.startsWith(`${part}.`));
          const remarks = remarked.filter((path) => path.startsWith(`${part}.`));
          const first =
            left[0] ??
            remarks[0] ??
            (FORM_PATHS as readonly FormPath[]).find((path) => path.startsWith(`${part}.`)) ??
            '';
          return (
            <li key={part}>
              <Link component={RouterLink} to={{ hash: hashOf({ part: 'form', field: first }) }} underline="hover">
                {rules.formParts[part]}
              </Link>
              <Box component="span" sx={MARKS}>
                <RemarkCount count={remarks.length} />
                {left.length > 0 && <Chip size="small" color="warning" variant="outlined" label={left.length} />}
                {left.length + remarks.length === 0 && (
                  <CheckCircleOutlined fontSize="small" color="success" titleAccess={review.form.partDone} />
                )}
              </Box>
            </li>
          );
        })}
      </ul>
    </Box>
  );
}

const MARKS = { display: 'flex', alignItems: 'center', gap: 1 } as const;
const INDEX = {
  display: { xs: 'none', lg: 'block' },
  position: 'static',
  [TALL_WINDOW]: { position: 'sticky' },
  top: 64,
  '& ul': { m: 0, p: 0, listStyle: 'none' },
  '& li': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, py: 0.75 },
} as const;
