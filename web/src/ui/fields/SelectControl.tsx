import TextField from '@mui/material/TextField';
import type { ReactNode, Ref } from 'react';
import { useText } from '../../core/i18n/texts.ts';

type Options = readonly (readonly [value: string, label: string])[];

export type SelectControlProps = ControlProps & {
  required: boolean;
  options: Options;
  /** Options under headings, after the others. */
  groups?: readonly { name: string; options: Options }[] | undefined;
  /** Label of the empty choice of an optional field. */
  none?: string | undefined;
  /** Below the choice: what it means. */
  help?: ReactNode;
};

/** A choice of one value, as a native select. */
export function SelectControl(props: SelectControlProps) {
  const { required, options, groups = [], none, problem, help, onChange, ...bound } = props;
  const { web } = useText();
  return (
    <TextField
      {...bound}
      onChange={(event) => onChange(event.target.value)}
      select
      required={required}
      error={problem !== undefined}
      helperText={problem ?? help}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{none ?? web.users.choose}</option>
      <Choices options={options} />
      {groups.map(
        (group) =>
          group.options.length > 0 && (
            <optgroup key={group.name} label={group.name}>
              <Choices options={group.options} />
            </optgroup>
          ),
      )}
    </TextField>
  );
}

function Choices({ options }: { options: Options }) {
  return options.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

/** Props of every single-value control, in a dialog's form or on a page that saves while the user types. */
export type ControlProps = {
  label: string;
  name?: string;
  value: string;
  onChange: (typed: string) => void;
  onBlur?: () => void;
  /** The problem as text. */
  problem: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
};
