import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { FORM_PATHS, type Form, type FormPath, PART_ORDER } from '@shp/shared/domain/assessment/form';
import { formProblems } from '@shp/shared/domain/assessment/submission';
import { formLabel } from '@shp/shared/text/problems';
import { useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { formValue } from '../../outbox/senders.ts';
import { PHONE } from '../../theme/tokens.ts';
import { hashOf, useArrival } from '../anchors.ts';
import { FieldChange } from '../history/ChangeMark.tsx';
import { NothingChanged } from '../history/OnlyChanges.tsx';
import { useShownChanges } from '../history/useChanges.ts';
import { Remarks } from '../remarks/Remarks.tsx';
import { formValueText } from '../valueText.ts';

/** The form, read-only, with changes since the previous submission and remarks. */
export function FormView({ form }: { form: Form }) {
  const { review, rules } = useReviewText();
  const { changes, only } = useShownChanges();
  const shown = only ? FORM_PATHS.filter((path) => changes?.fields.has(path)) : FORM_PATHS;
  if (shown.length === 0) return <NothingChanged />;
  const unmet = new Set(formProblems(form).flatMap((problem) => ('field' in problem ? [problem.field] : [])));
  const first = FORM_PATHS.find((path) => unmet.has(path));
  const parts = PART_ORDER.map((part) => {
    const paths = shown.filter((path) => path.startsWith(`${part}.`));
    if (paths.length === 0) return null;
    return (
      <Paper key={part} component="section" aria-label={rules.formParts[part]} sx={{ p: 2, mb: 2 }}>
        <Typography variant="h2" gutterBottom>
          {rules.formParts[part]}
        </Typography>
        <Box component="dl" sx={LIST}>
          {paths.map((path) => (
            <Field key={path} path={path} form={form} isUnmet={unmet.has(path)} />
          ))}
        </Box>
      </Paper>
    );
  });
  return (
    <>
      {first !== undefined && !only && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <Link
            component={RouterLink}
            to={{ hash: hashOf({ part: 'form', field: first }) }}
            color="inherit"
            underline="always"
          >
            {review.form.lacks(unmet.size)}
          </Link>
        </Alert>
      )}
      {parts}
    </>
  );
}

/** `isUnmet`: the field stands in the way of submitting: a condition that does not hold, or nothing where something must be. */
function Field({ path, form, isUnmet }: { path: FormPath; form: Form; isUnmet: boolean }) {
  const { common, review, rules } = useReviewText();
  const place = useRef<HTMLDivElement>(null);
  useArrival(place, { part: 'form', field: path });
  const text = formValueText(path, formValue(form, path), common);
  return (
    <div ref={place} tabIndex={-1} style={{ outline: 0 }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {formLabel(path, rules)}
      </Typography>
      <Box component="dd" data-long={text.length > SHORT || text.includes('\n') || undefined} sx={{ m: 0 }}>
        <Typography component="span" sx={isUnmet ? UNMET : text ? VALUE : BLANK}>
          {isUnmet && '! '}
          {text || (isUnmet ? review.form.blankNeeded : review.form.blankOptional)}
        </Typography>
        <Remarks at={{ part: 'form', field: path }} />
        <FieldChange path={path} />
      </Box>
    </div>
  );
}

const LIST = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 3,
  rowGap: 1.5,
  m: 0,
  // On a phone the values stand in a column beside their names; long ones, and what is typed at one, below.
  [PHONE]: {
    '& > div': { display: 'grid', gridTemplateColumns: '7.5rem minmax(0, 1fr)', columnGap: 1.5 },
    '& dt:has(+ [data-long]), & dd[data-long], & dd:has(ul, details, textarea)': { gridColumn: '1 / -1' },
  },
} as const;
/** The longest text, in characters, that stands beside its name on a phone. */
const SHORT = 40;
const VALUE = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;
const UNMET = { ...VALUE, color: 'warning.main', fontWeight: 600 } as const;
const BLANK = { ...VALUE, color: 'text.secondary' } as const;
