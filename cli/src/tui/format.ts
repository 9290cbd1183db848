import { endingOf } from '../command/errors.ts';
import { harmless } from '../lib/streams.ts';
import type { Texts } from './texts.ts';

/** An error in one line, in the words of the commands. */
export function errorText(error: unknown, texts: Texts): string {
  const { why, hint, code } = endingOf(error, texts);
  return harmless(code === 'internal' && hint ? `${why}: ${hint.split('\n')[0]}` : (why ?? ''));
}

/** What an error that is no fault of this program says to do next, '' where it says nothing. */
export function hintText(error: unknown, texts: Texts): string {
  const { hint = '', code } = endingOf(error, texts);
  return code === 'internal' ? '' : hint;
}

/** A count with its thousands set apart. */
export function figure(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A key as it is printed on the keyboard, or called. */
export function keyName(name: string, { tui }: Texts): string {
  const { keyNames } = tui;
  if (Object.hasOwn(keyNames, name)) return keyNames[name as keyof typeof keyNames];
  const control = /^ctrl-(.)$/.exec(name)?.[1];
  return control === undefined ? name : `Ctrl-${control.toUpperCase()}`;
}
