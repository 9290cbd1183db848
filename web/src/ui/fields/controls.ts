import type { Ref } from 'react';

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
