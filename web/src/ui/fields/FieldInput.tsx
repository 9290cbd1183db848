import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import type { ReactNode } from 'react';
import { ChecksInput } from './ChecksInput.tsx';
import { FieldControl } from './FieldControl.tsx';
import { judgeInput } from './readInput.ts';
import { SelectControl, type SelectControlProps } from './SelectControl.tsx';
import { type Judge, useTyped } from './useTyped.ts';

type Props = {
  source: string;
  label: string;
  def: FieldDef;
  /** Below a text: how it is written. */
  help?: ReactNode;
};

/** The form input of a field, from its definition. */
export function FieldInput({ source, label, def, help }: Props) {
  if (def.kind === 'enums') return <ChecksInput source={source} label={label} def={def} />;
  return <OneInput source={source} label={label} def={def} help={help} />;
}

function OneInput({ source, label, def, help }: Props & { def: Exclude<FieldDef, { kind: 'enums' }> }) {
  const { field, problem } = useTyped(source, (typed) => judgeInput(def, typed));
  const { ref, ...bound } = field;
  return <FieldControl {...bound} inputRef={ref} label={label} def={def} problem={problem} help={help} />;
}

type SelectInputProps = Pick<SelectControlProps, 'label' | 'required' | 'options' | 'groups' | 'none' | 'help'> & {
  source: string;
  /** Further validation of a choice. */
  judge?: Judge;
};

/** A choice of one value in a form, as a native select. */
export function SelectInput({ source, judge, ...select }: SelectInputProps) {
  const { field, problem } = useTyped(source, (typed) =>
    select.required && !typed ? { code: 'required' } : (judge?.(typed) ?? null),
  );
  const { ref, ...bound } = field;
  return <SelectControl {...bound} {...select} inputRef={ref} problem={problem} />;
}
