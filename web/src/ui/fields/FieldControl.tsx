import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import type { ReactNode } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { DateField } from './DateField.tsx';
import { nameOfKey } from './names.ts';
import { type ControlProps, SelectControl } from './SelectControl.tsx';

type Props = ControlProps & {
  def: Exclude<FieldDef, { kind: 'enums' }>;
  /** Below a text: how it is written. */
  help?: ReactNode;
};

type LineDef = Exclude<FieldDef, { kind: 'enums' | 'enum' | 'flag' | 'date' }>;

/** The control of a single-value field, from its definition. */
export function FieldControl({ def, help, ...control }: Props) {
  const { common } = useText();
  const required = def.required === true;
  switch (def.kind) {
    case 'enum': {
      const options = def.values.map((value) => [value, nameOfKey(value, common)] as const);
      return <SelectControl {...control} required={required} options={options} />;
    }
    case 'flag': {
      const options = [['true', common.yes] as const, ['false', common.no] as const];
      return <SelectControl {...control} required={required} options={options} />;
    }
    case 'date': {
      const { problem, ...date } = control;
      return <DateField {...date} required={required} error={problem !== undefined} helperText={problem} />;
    }
    default:
      return <LineControl {...control} def={def} help={help} />;
  }
}

/** Whether a field takes the whole width of a form, as an address does. */
function isLong(def: FieldDef): boolean {
  return def.kind === 'text' && def.max >= LONG;
}

const LONG = 200;

function LineControl({ def, help, problem, onChange, ...bound }: Omit<Props, 'def'> & { def: LineDef }) {
  const { common } = useText();
  const unit = def.kind === 'number' && def.unit ? common.units[def.unit] : undefined;
  return (
    <TextField
      {...bound}
      onChange={(event) => onChange(event.target.value)}
      required={def.required === true}
      multiline={def.kind === 'text' && def.multiline === true}
      error={problem !== undefined}
      helperText={problem ?? help}
      minRows={help && def.kind === 'text' ? 3 : undefined}
      slotProps={{
        htmlInput: { inputMode: def.kind === 'number' ? 'decimal' : undefined, 'data-long': isLong(def) || undefined },
        ...(unit ? { input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } } : {}),
      }}
    />
  );
}
