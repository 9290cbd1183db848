import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { LEVELS, type Level } from '@shp/shared/domain/statuses';
import { useInput } from 'react-admin';
import { useText } from '../../../texts.ts';
import { useTyped } from '../../../ui/fields/useTyped.ts';

type Props = { source: string; label: string };

/** A number. Its limits are the server's, which tells them at the field. */
export function NumberInput({ source, label }: Props) {
  const { field, problem } = useTyped(source, (typed) => {
    const text = String(typed ?? '').trim();
    if (text === '') return { code: 'required' };
    return Number.isFinite(Number(text)) ? null : { code: 'type', expected: 'number' };
  });
  const { ref, ...bound } = field;
  return (
    <TextField
      {...bound}
      inputRef={ref}
      label={label}
      required
      error={problem !== undefined}
      helperText={problem}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
    />
  );
}

/** A line of text that may be empty. */
export function LinkInput({ source, label }: Props) {
  const { field, problem } = useTyped(source, () => null);
  const { ref, ...bound } = field;
  return <TextField {...bound} inputRef={ref} label={label} error={problem !== undefined} helperText={problem} />;
}

/** A yes or no. */
export function AcceptInput({ source, label }: Props) {
  const { field } = useInput({ source });
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={field.value === true} onChange={(_, on) => field.onChange(on)} />}
    />
  );
}

/** Any number of levels. */
export function LevelsInput({ source, label }: Props) {
  const { common } = useText();
  const { field, fieldState } = useInput({ source });
  const chosen: readonly Level[] = field.value;
  const toggle = (level: Level, on: boolean) =>
    field.onChange(LEVELS.filter((one) => (one === level ? on : chosen.includes(one))));
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup row>
        {LEVELS.map((level) => (
          <FormControlLabel
            key={level}
            label={common.levels[level]}
            control={<Checkbox checked={chosen.includes(level)} onChange={(_, on) => toggle(level, on)} />}
          />
        ))}
      </FormGroup>
      {fieldState.error?.message && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </FormControl>
  );
}
