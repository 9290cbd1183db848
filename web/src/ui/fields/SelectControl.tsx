import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { useText } from '../../core/i18n/texts.ts';

export type Options = readonly (readonly [value: string, label: string])[];

export type SelectControlProps = ControlProps & {
  required: boolean;
  options: Options;
  /** Options under a heading, after the others. */
  groups?: readonly { name: string; options: Options }[] | undefined;
  /** What no choice is called where none is needed. */
  none?: string | undefined;
};

/** One of some values, in the browser's own select. */
export function SelectControl(props: SelectControlProps) {
  const { required, options, groups = [], none = '', problem, onChange, ...bound } = props;
  const { web } = useText();
  return (
    <TextField
      {...bound}
      onChange={(event) => onChange(event.target.value)}
      select
      required={required}
      error={problem !== undefined}
      helperText={problem}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{required ? web.users.choose : none}</option>
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

/** What every control of one value takes, whoever keeps the value: a form of a dialog, or a page that saves as one types. */
export type ControlProps = {
  label: string;
  name?: string;
  value: string;
  onChange: (typed: string) => void;
  onBlur?: () => void;
  /** What is wrong, in words. */
  problem: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
};
