import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { LEVELS, type Level } from '@shp/shared/domain/assessment/statuses';
import type { SettingLeaf } from '@shp/shared/domain/settings';
import { type ReactNode, useId } from 'react';
import { useInput } from 'react-admin';
import { useText } from '../../../core/i18n/texts.ts';
import { FieldInput, SelectInput } from '../../../ui/fields/FieldInput.tsx';
import { useAdministrationText } from '../administrationText.ts';

type Props = {
  source: string;
  label: string;
  /** Below the input: how it is written, what it means, or the value before. */
  help: ReactNode;
};

/** The value of a setting as text, for the note on a changed one; a secret is never shown. */
export function useSettingWord() {
  const { common } = useText();
  const { audit, settings } = useAdministrationText();
  const choices: Record<string, string> = settings.choices;
  return (def: SettingLeaf['def'], value: unknown): string | undefined => {
    if ('secret' in def) return undefined;
    if (def.kind === 'levels')
      return (value as readonly Level[]).map((one) => common.levels[one]).join(common.marks.list);
    if (def.kind === 'flag') return value ? common.yes : common.no;
    if (value === null || value === '') return audit.blank;
    // A long text is not repeated.
    if (String(value).length > WORD_MAX) return undefined;
    return choices[String(value)] ?? String(value);
  };
}

const WORD_MAX = 60;

/** The input of one setting, from its definition. */
export function SettingInput({ def, ...rest }: Props & { def: SettingLeaf['def'] }) {
  switch (def.kind) {
    case 'levels':
      return <LevelsInput {...rest} />;
    case 'flag':
      return <FlagInput {...rest} />;
    case 'enum':
      return <ChoiceInput {...rest} values={def.values} />;
    case 'number':
      return <FieldInput {...rest} def={{ ...def, required: true }} />;
    default:
      return <FieldInput {...rest} def={def} />;
  }
}

function ChoiceInput({ source, label, values, help }: Props & { values: readonly string[] }) {
  const names: Record<string, string> = useAdministrationText().settings.choices;
  const options = values.map((value) => [value, names[value] ?? value] as const);
  return <SelectInput source={source} label={label} required options={options} help={help} />;
}

function FlagInput({ source, label, help }: Props) {
  const { field } = useInput({ source });
  const helpId = useId();
  return (
    <FormControl>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            sx={{ py: 0.5 }}
            checked={field.value === true}
            onChange={(_, on) => field.onChange(on)}
            slotProps={{ input: { 'aria-describedby': help ? helpId : undefined } }}
          />
        }
        // As high as a field, so that it stands in line with the one beside it.
        sx={{ minHeight: 'calc(1.4375em + 17px)' }}
      />
      {help && (
        <FormHelperText id={helpId} sx={{ mt: 0, ml: 4 }}>
          {help}
        </FormHelperText>
      )}
    </FormControl>
  );
}

function LevelsInput({ source, label, help }: Props) {
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
      {fieldState.error?.message ? (
        <FormHelperText error>{fieldState.error.message}</FormHelperText>
      ) : (
        help && <FormHelperText>{help}</FormHelperText>
      )}
    </FormControl>
  );
}
