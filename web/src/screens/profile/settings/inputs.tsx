import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { LEVELS, type Level } from '@shp/shared/domain/assessment/statuses';
import type { SettingLeaf } from '@shp/shared/domain/settings';
import { useInput } from 'react-admin';
import { useText } from '../../../core/i18n/texts.ts';
import { FieldInput, SelectInput } from '../../../ui/fields/FieldInput.tsx';
import { useAdministrationText } from '../administrationText.ts';

type Props = { source: string; label: string };
type SettingProps = Props & {
  def: SettingLeaf['def'];
  /** Below a text: how it is written. */
  help?: string | undefined;
};

/** The input of one setting, from its definition. */
export function SettingInput({ def, help, ...rest }: SettingProps) {
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
      return <FieldInput {...rest} def={def} help={help} />;
  }
}

function ChoiceInput({ source, label, values }: Props & { values: readonly string[] }) {
  const names: Record<string, string> = useAdministrationText().settings.choices;
  const options = values.map((value) => [value, names[value] ?? value] as const);
  return <SelectInput source={source} label={label} required options={options} />;
}

function FlagInput({ source, label }: Props) {
  const { field } = useInput({ source });
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={field.value === true} onChange={(_, on) => field.onChange(on)} />}
    />
  );
}

function LevelsInput({ source, label }: Props) {
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
