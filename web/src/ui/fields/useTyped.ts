import type { Reason } from '@shp/shared/domain/assessment/fields';
import { reasonText } from '@shp/shared/text/reasons';
import { useRef } from 'react';
import { useInput } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { showValue, type Typed } from './readInput.ts';

/** Prefix with which react-admin wraps a validator's result; a server's message has none. */
const WRAPPED = '@@react-admin@@';

/** Finds the problem of a typed value: a reason or a text. */
export type Judge = (typed: Typed) => Reason | string | null;

/**
 * Binds an input to its form. It stores a problem as its reason and makes the text when rendering, so that it follows
 * the language.
 */
export function useTyped(source: string, judge: Judge) {
  const { common } = useText();
  const dirty = useRef(false);
  const { field, fieldState } = useInput({
    source,
    format: showValue,
    parse: (typed: unknown) => typed as Typed,
    validate: (typed: Typed) => {
      const problem = judge(typed);
      // Invisible characters in a saved value come from an older version and must not block other changes.
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
