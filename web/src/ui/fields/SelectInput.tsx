import { SelectControl, type SelectControlProps } from './SelectControl.tsx';
import { type Judge, useTyped } from './useTyped.ts';

type Props = Pick<SelectControlProps, 'label' | 'required' | 'options' | 'groups' | 'none'> & {
  source: string;
  /** What else may be wrong with a choice. */
  judge?: Judge;
};

/** One of some values in a form, in the browser's own select. */
export function SelectInput({ source, judge, ...select }: Props) {
  const { field, problem } = useTyped(source, (typed) =>
    select.required && !typed ? { code: 'required' } : (judge?.(typed) ?? null),
  );
  const { ref, ...bound } = field;
  return <SelectControl {...bound} {...select} inputRef={ref} problem={problem} />;
}
