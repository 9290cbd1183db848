import TextField from '@mui/material/TextField';
import { useText } from '../../texts.ts';
import { type Judge, useTyped } from './useTyped.ts';

export type Options = readonly (readonly [value: string, label: string])[];

type Props = {
  source: string;
  label: string;
  required: boolean;
  options: Options;
  /** Options under a heading, after the others. */
  groups?: readonly { name: string; options: Options }[];
  /** What no choice is called where none is needed. */
  none?: string;
  /** What else may be wrong with a choice. */
  judge?: Judge;
};

/** One of some values, in the browser's own select. */
export function SelectInput({ source, label, required, options, groups = [], none = '', judge }: Props) {
  const { web } = useText();
  const { field, problem } = useTyped(source, (typed) =>
    required && !typed ? { code: 'required' } : (judge?.(typed) ?? null),
  );
  const { ref, ...bound } = field;
  return (
    <TextField
      {...bound}
      inputRef={ref}
      select
      label={label}
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
