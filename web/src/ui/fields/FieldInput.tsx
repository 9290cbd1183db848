import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { FieldDef } from '@shp/shared/domain/fields';
import { useText } from '../../texts.ts';
import { ChecksInput } from './ChecksInput.tsx';
import { nameOfKey } from './names.ts';
import { judgeInput } from './readInput.ts';
import { SelectInput } from './SelectInput.tsx';
import { useTyped } from './useTyped.ts';

type Props = { source: string; label: string; def: FieldDef };

/** The input of a field, made from its definition. */
export function FieldInput({ source, label, def }: Props) {
  const { common } = useText();
  switch (def.kind) {
    case 'enum':
      return (
        <SelectInput
          source={source}
          label={label}
          required={def.required === true}
          options={def.values.map((value) => [value, nameOfKey(value, common)] as const)}
        />
      );
    case 'flag':
      return (
        <SelectInput
          source={source}
          label={label}
          required={def.required === true}
          options={[
            ['true', common.yes],
            ['false', common.no],
          ]}
        />
      );
    case 'enums':
      return <ChecksInput source={source} label={label} def={def} />;
    default:
      return <LineInput source={source} label={label} def={def} />;
  }
}

function LineInput({ source, label, def }: Props) {
  const { common } = useText();
  const { field, problem } = useTyped(source, (typed) => judgeInput(def, typed));
  const { ref, ...bound } = field;
  const unit = def.kind === 'number' && def.unit ? common.units[def.unit] : undefined;
  return (
    <TextField
      {...bound}
      inputRef={ref}
      label={label}
      type={def.kind === 'date' ? 'date' : 'text'}
      required={def.required === true}
      multiline={def.kind === 'text' && def.multiline === true}
      error={problem !== undefined}
      helperText={problem}
      slotProps={{
        htmlInput: { inputMode: def.kind === 'number' ? 'decimal' : undefined },
        ...(unit ? { input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } } : {}),
        ...(def.kind === 'date' ? { inputLabel: { shrink: true } } : {}),
      }}
    />
  );
}
