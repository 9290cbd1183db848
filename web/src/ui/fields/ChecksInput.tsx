import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { useId } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { nameOfKey } from './names.ts';
import { judgeInput } from './readInput.ts';
import { useTyped } from './useTyped.ts';

type Props = { source: string; label: string; def: Extract<FieldDef, { kind: 'enums' }> };

/** Check boxes for any number of values. */
export function ChecksInput({ source, label, def }: Props) {
  const { common } = useText();
  const problemId = useId();
  const { field, problem } = useTyped(source, (typed) => judgeInput(def, typed));
  const chosen: readonly string[] = Array.isArray(field.value) ? field.value : [];

  function toggle(value: string) {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
    field.onChange(next);
  }

  return (
    <FormControl
      component="fieldset"
      error={problem !== undefined}
      required={def.required === true}
      aria-describedby={problem === undefined ? undefined : problemId}
    >
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup row>
        {def.values.map((value, index) => (
          <FormControlLabel
            key={value}
            label={nameOfKey(value, common)}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
                onBlur={() => field.onBlur()}
                {...(index === 0 ? { slotProps: { input: { ref: field.ref } } } : {})}
              />
            }
          />
        ))}
      </FormGroup>
      {problem !== undefined && <FormHelperText id={problemId}>{problem}</FormHelperText>}
    </FormControl>
  );
}
