import type { Reason } from '../../domain/fields.ts';
import { texts } from '../../text/common.ts';
import type { Lang } from '../../text/index.ts';
import { reasonText } from '../../text/reasons.ts';
import type { Heading } from '../column.ts';
import { hasNames, namesText, SHEETS_TEXT } from '../words.ts';

/** Why a row cannot be imported: a field's reason, or what only a file can have wrong. */
export type RowReason =
  | Reason
  | { readonly code: 'repeated'; readonly row: number }
  | { readonly code: 'unheaded'; readonly column: string }
  | { readonly code: 'notJson' }
  | { readonly code: 'misplaced' };

/** Reasons by column key; a reason about no single column stands under {@link ROW}. */
export type RowReasons = Record<string, RowReason>;
export const ROW = 'row';

/** Each reason as a person reads it, with the heading it is about; keys are told by their names. */
export function reasonLines(
  reasons: RowReasons,
  columns: readonly { key: string; heading: Heading }[],
  lang: Lang,
): string[] {
  return Object.entries(reasons).map(([key, reason]) => {
    const heading = columns.find((column) => column.key === key)?.heading[lang];
    const name = heading ?? (key === ROW ? SHEETS_TEXT[lang].row : key);
    return `${name}${SHEETS_TEXT[lang].colon}${rowReasonText(key, reason, lang)}`;
  });
}

/** A reason as a person reads it; `key` is the column that it is about. */
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
