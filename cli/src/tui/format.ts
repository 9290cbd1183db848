import type { Status } from '@shp/shared/domain/assessment/statuses';
import { MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import { endingOf } from '../command/errors.ts';
import { ConnectError } from '../lib/networkErrors.ts';
import { sanitized } from '../lib/streams.ts';
import type { Texts } from './texts.ts';

/** An error in one line, with the same text as in commands; a server that does not answer in a sentence. */
export function errorText(error: unknown, texts: Texts): string {
  if (error instanceof ConnectError && error.fault === null && error.about.proxy === null) {
    const code = /\bE[A-Z]{3,}\b/.exec(error.detail)?.[0] ?? error.detail;
    return sanitized(texts.tui.login.unreachable(error.about.host, code));
  }
  const { why, hint, code } = endingOf(error, texts);
  return sanitized(code === 'internal' && hint ? `${why}: ${hint.split('\n')[0]}` : (why ?? ''));
}

/** The hint of an error; '' if it has none or is internal. */
export function hintText(error: unknown, texts: Texts): string {
  const { hint = '', code } = endingOf(error, texts);
  return code === 'internal' ? '' : hint;
}

/** The minute of a time, on the clock of all times here. */
export function minuteText(at: number): string {
  return (clockText(new Date(at).toISOString()) ?? '').slice('2026-11-27 '.length, MINUTE_WIDTH);
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
