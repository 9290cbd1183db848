import type { Status } from '@shp/shared/domain/assessment/statuses';
import { endingOf } from '../command/errors.ts';
import { sanitized } from '../lib/streams.ts';
import type { Texts } from './texts.ts';

/** An error in one line, with the same text as in commands. */
export function errorText(error: unknown, texts: Texts): string {
  const { why, hint, code } = endingOf(error, texts);
  return sanitized(code === 'internal' && hint ? `${why}: ${hint.split('\n')[0]}` : (why ?? ''));
}

/** The hint of an error; '' if it has none or is internal. */
export function hintText(error: unknown, texts: Texts): string {
  const { hint = '', code } = endingOf(error, texts);
  return code === 'internal' ? '' : hint;
}

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** The keys of a row as one text; digits as a range. */
export function keysText(keys: readonly string[], texts: Texts): string {
  return keys.length >= 9 ? `${keys[0]}-${keys.at(-1)}` : keys.map((key) => keyName(key, texts)).join('  ');
}

/** The label of a key. */
export function keyName(name: string, { tui }: Texts): string {
  const { keyNames } = tui;
  if (Object.hasOwn(keyNames, name)) return keyNames[name as keyof typeof keyNames];
  const control = /^ctrl-(.)$/.exec(name)?.[1];
  return control === undefined ? name : `Ctrl-${control.toUpperCase()}`;
}

/** The name of a status; one that only a newer server knows stays as it is. */
export function statusName(status: Status, { common }: Pick<Texts, 'common'>): string {
  return common.statuses[status] ?? status;
}
