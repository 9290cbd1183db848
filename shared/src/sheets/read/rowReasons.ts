import { divisionPaths } from '../../domain/accounts/divisions.ts';
import type { Reason } from '../../domain/assessment/fields.ts';
import type { Lang } from '../../domain/lib/lang.ts';
import { texts } from '../../text/common.ts';
import { reasonText } from '../../text/reasons.ts';
import type { Heading } from '../column.ts';
import { nearest } from '../nearest.ts';
import { hasNames, namesText, SHEETS_TEXT } from '../sheetTexts.ts';

/** Why a row cannot be imported: an invalid field, or an error that only files can have. */
export type RowReason =
  | Reason
  | { readonly code: 'repeated'; readonly row: number }
  | { readonly code: 'unheaded'; readonly column: string }
  | { readonly code: 'notJson' }
  | { readonly code: 'misplaced' };

/** Reasons by column key; the key {@link ROW} holds reasons that concern the whole row. */
export type RowReasons = Record<string, RowReason>;
export const ROW = 'row';

/** A value with its place in the file. `cell`: `B3` in a sheet, absent in ndjson. */
export type Found = { readonly cell?: string; readonly value: string };

/**
 * One line per reason: the heading, the cell with its value if there is one, the reason, and the value probably meant.
 */
export function reasonLines(
  reasons: RowReasons,
  columns: readonly { key: string; heading: Heading }[],
  lang: Lang,
  found: Readonly<Record<string, Found>> = {},
): string[] {
  const text = SHEETS_TEXT[lang];
  return Object.entries(reasons).map(([key, reason]) => {
    const heading = columns.find((column) => column.key === key)?.heading[lang];
    const name = heading ?? (key === ROW ? text.row : key);
    const at = found[key];
    const meant = at && meantBy(key, reason, at.value, lang);
    const place = at ? text.place(at.cell ?? null, at.value) : '';
    return `${name}${place}${text.colon}${rowReasonText(key, reason, lang)}${meant ? text.didYouMean(meant) : ''}`;
  });
}

/** The name or division nearest to an invalid value, in the reader's language; null if none is near. */
function meantBy(key: string, reason: RowReason, value: string, lang: Lang): string | null {
  if (reason.code === 'unknownDivision') return nearest(value, divisionPaths());
  if (reason.code !== 'oneOf') return null;
  return nearest(value, hasNames(key) ? named(key, reason.values, lang) : reason.values);
}

/** A reason as text; `key` is the column it is about. */
export function rowReasonText(key: string, reason: RowReason, lang: Lang): string {
  const text = SHEETS_TEXT[lang].rows;
  switch (reason.code) {
    case 'repeated':
      return text.repeated(reason.row);
    case 'unheaded':
      return text.unheaded(reason.column);
    case 'notJson':
      return text.notJson;
    case 'misplaced':
      return text.misplaced;
    case 'oneOf':
      return reasonText(hasNames(key) ? { ...reason, values: named(key, reason.values, lang) } : reason, texts[lang]);
    default:
      return reasonText(reason, texts[lang]);
  }
}

const named = (key: Parameters<typeof namesText>[0], values: readonly string[], lang: Lang) =>
  values.map((value) => namesText(key, value, lang));
