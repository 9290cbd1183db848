import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { FORM_PATHS, type Form, type FormPath, PART_ORDER } from '@shp/shared/domain/form';
import { formLabel } from '@shp/shared/text/problems';
import { formValue } from '../../outbox/channels.ts';
import { Remarks } from '../Remarks.tsx';
import { useReviewText } from '../texts.ts';
import { formValueText } from '../valueText.ts';

type Props = { form: Form; changed?: ReadonlySet<string> };

/** A form to be read, with what changed since the submission before and what was remarked. */
export function FormView({ form, changed }: Props) {
  const { common, review, rules, web } = useReviewText();
  const show = (path: FormPath) => formValueText(path, formValue(form, path), common) || web.none;
  return PART_ORDER.map((part) => (
    <Paper key={part} component="section" aria-label={rules.formParts[part]} sx={{ p: 2, mb: 2 }}>
      <Typography variant="h2" gutterBottom>
        {rules.formParts[part]}
      </Typography>
      <Box component="dl" sx={LIST}>
        {FORM_PATHS.filter((path) => path.startsWith(`${part}.`)).map((path) => (
          <div key={path}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {formLabel(path, rules)}{' '}
              {changed?.has(path) && <Chip size="small" color="warning" label={review.changed} />}
            </Typography>
            <Typography component="dd" sx={VALUE}>
              {show(path)}
              <Remarks at={{ part: 'form', field: path }} />
            </Typography>
          </div>
        ))}
      </Box>
    </Paper>
  ));
}

const LIST = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 3,
  rowGap: 1.5,
  m: 0,
} as const;
const VALUE = { m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;
