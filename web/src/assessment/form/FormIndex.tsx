import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { FORM_PATHS, type FormPath, PART_ORDER } from '@shp/shared/domain/assessment/form';
import { Link as RouterLink, useNavigate } from 'react-router';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { TALL_WINDOW } from '../../theme/tokens.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { hashOf } from '../anchors.ts';
import { RemarkCount } from '../remarks/RemarkCount.tsx';
import { useUnanswered } from '../remarks/remarksContext.ts';

/**
 * The parts of the form beside it, each with the numbers of fields to complete and of remarks to answer, and a link to
 * the first of them; in a narrow window a list to choose from above it.
 */
export function FormIndex({ open }: { open: Iterable<string> }) {
  const { common, review, rules } = useReviewText();
  const beside = useMinWidth('lg');
  const navigate = useNavigate();
  const paths = [...open];
  const remarked = useUnanswered().flatMap((place) => (place?.part === 'form' ? [place.field] : []));
  const parts = PART_ORDER.map((part) => {
    const isIn = (path: string) => path.startsWith(`${part}.`);
    const left = paths.filter(isIn);
    const remarks = remarked.filter(isIn);
    const field = left[0] ?? remarks[0] ?? (FORM_PATHS as readonly FormPath[]).find(isIn) ?? '';
    const marked = left.length + remarks.length;
    return { part, name: rules.formParts[part], left, remarks, marked, hash: hashOf({ part: 'form', field }) };
  });
  if (!beside)
    return (
      <TextField
        select
        label={review.form.index}
        // A choice leads there, and can be made again.
        value=""
        onChange={(event) => navigate({ hash: event.target.value })}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={{ mb: 2 }}
      >
        <option value="">{review.form.toPart}</option>
        {parts.map(({ part, name, marked, hash }) => (
          <option key={part} value={hash}>
            {name}
            {marked > 0 && common.marks.brackets(String(marked))}
          </option>
        ))}
      </TextField>
    );
  return (
    <Box component="nav" aria-label={review.form.index} sx={INDEX}>
      <ul>
        {parts.map(({ part, name, left, remarks, marked, hash }) => (
          <li key={part}>
            <Link component={RouterLink} to={{ hash }} underline="hover">
              {name}
            </Link>
            <Box component="span" sx={MARKS}>
              <RemarkCount count={remarks.length} />
              {left.length > 0 && <Chip size="small" color="warning" variant="outlined" label={left.length} />}
              {marked === 0 && (
                <CheckCircleOutlined fontSize="small" color="success" titleAccess={review.form.partDone} />
              )}
            </Box>
          </li>
        ))}
      </ul>
    </Box>
  );
}

const MARKS = { display: 'flex', alignItems: 'center', gap: 1 } as const;
const INDEX = {
  position: 'static',
  [TALL_WINDOW]: { position: 'sticky' },
  top: 64,
  '& ul': { m: 0, p: 0, listStyle: 'none' },
  '& li': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, py: 0.75 },
} as const;
