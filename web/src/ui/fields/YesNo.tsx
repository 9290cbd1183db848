import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
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
          {required && ' *'}
        </Box>
        <ToggleButtonGroup
          exclusive
          size="small"
          color="primary"
          value={value === null ? null : String(value)}
          onChange={(_, next: string | null) => next !== null && onChange(next === 'true')}
          role="presentation"
        >
          {[true, false].map((answer) => (
            <ToggleButton key={String(answer)} name={name} value={String(answer)} sx={{ minWidth: 56, py: 0.5 }}>
              {answer ? common.yes : common.no}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {problem !== undefined && (
        <FormHelperText id={problemId} error sx={{ mx: 0 }}>
          {problem}
        </FormHelperText>
      )}
    </Box>
  );
}
