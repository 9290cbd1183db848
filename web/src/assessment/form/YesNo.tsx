import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';
import { useText } from '../../core/i18n/texts.ts';

type Props = {
  label: string;
  name: string;
  value: boolean | null;
  onChange: (value: boolean) => void;
  required: boolean;
  problem: string | undefined;
};

/** A question with two buttons for its answer. */
export function YesNo({ label, name, value, onChange, required, problem }: Props) {
  const { common } = useText();
  const problemId = useId();
  return (
    <Box
      role="group"
      aria-label={label}
      aria-describedby={problem === undefined ? undefined : problemId}
      sx={{ minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: 40 }}>
        <Box aria-hidden component="span" sx={problem === undefined ? {} : { color: 'error.main' }}>
          {label}
          {/* Not alone on a line. */}
          {required && '\u00a0*'}
        </Box>
        <Box sx={{ display: 'flex', flex: 'none' }}>
          {[true, false].map((answer) => (
            <Button
              key={String(answer)}
              name={name}
              size="small"
              variant={value === answer ? 'contained' : 'outlined'}
              color={value === answer ? 'primary' : 'inherit'}
              aria-pressed={value === answer}
              onClick={() => onChange(answer)}
              sx={answer ? FIRST : SECOND}
            >
              {answer ? common.yes : common.no}
            </Button>
          ))}
        </Box>
      </Box>
      {problem !== undefined && (
        <FormHelperText id={problemId} error sx={{ mx: 0 }}>
          {problem}
        </FormHelperText>
      )}
    </Box>
  );
}

/** As weak as the frame of a field: what is chosen stands out. */
const FRAME = { '&.MuiButton-outlined': { borderColor: 'text.secondary' } } as const;
const FIRST = { ...FRAME, minWidth: 56, borderTopRightRadius: 0, borderBottomRightRadius: 0 } as const;
const SECOND = { ...FRAME, minWidth: 56, ml: '-1px', borderTopLeftRadius: 0, borderBottomLeftRadius: 0 } as const;
