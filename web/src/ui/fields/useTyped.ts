import type { Reason } from '@shp/shared/domain/assessment/fields';
import { reasonText } from '@shp/shared/text/reasons';
import { useRef } from 'react';
import { useInput } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { showValue, type Typed } from './readInput.ts';

/** react-admin wraps what a validator returns so; a message of the server comes as it is. */
const WRAPPED = '@@react-admin@@';

/** What is wrong with what somebody typed, as a reason or in words. */
export type Judge = (typed: Typed) => Reason | string | null;

/** Binds an input to its form. A problem is kept as its reason and put into words late, so that it follows the language. */
export function useTyped(source: string, judge: Judge) {
  const { common } = useText();
  const dirty = useRef(false);
  const { field, fieldState } = useInput({
    source,
    format: showValue,
    parse: (typed: unknown) => typed as Typed,
    validate: (typed: Typed) => {
      const problem = judge(typed);
      // A saved value with invisible characters is from an older version: it does not stand in the way of other changes.
      const untouched =
        problem !== null && typeof problem !== 'string' && problem.code === 'invisible' && !dirty.current;
      return problem === null || untouched ? undefined : JSON.stringify(problem);
    },
  });
  dirty.current = fieldState.isDirty;
  const message = fieldState.error?.message;
  return { field, problem: message === undefined ? undefined : words(message) };

  function words(text: string): string {
    if (!text.startsWith(WRAPPED)) return text;
    const problem: Reason | string = JSON.parse(JSON.parse(text.slice(WRAPPED.length)));
    return typeof problem === 'string' ? problem : reasonText(problem, common);
  }
}
