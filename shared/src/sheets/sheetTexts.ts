import { type FieldDef, labelKey } from '../domain/assessment/fields.ts';
import type { Lang } from '../domain/lib/lang.ts';
import { sheets as en } from '../text/en/sheets.ts';
import { names } from '../text/names.ts';
import { sheets as zh } from '../text/zh/sheets.ts';
import { type Heading, LIST_SEPARATOR, type Value } from './column.ts';

/** The texts of sheets in both languages: imports accept either, and a template's headings show both. */
export const SHEETS_TEXT: Record<Lang, typeof en> = { zh, en };

type FieldKey = keyof typeof names.zh.fields;

/** The heading of a field, with its unit. */
export function fieldHeading(key: string, def?: FieldDef): Heading {
  const unit = def?.kind === 'number' ? def.unit : undefined;
  const one = (lang: Lang) => {
    const name = names[lang].fields[labelKey(key, def) as FieldKey];
    return unit ? `${name} (${names[lang].units[unit]})` : name;
  };
  return { zh: one('zh'), en: one('en') };
}

/** The texts that name the keys of a column. */
const NAMES = {
  role: 'roles',
  specialties: 'specialties',
  development: 'developments',
  status: 'statuses',
  level: 'levels',
} as const;

/** Whether a column holds keys with display names. */
export function hasNames(columnKey: string): columnKey is keyof typeof NAMES {
  return Object.hasOwn(NAMES, columnKey);
}

/** The display names of a column's keys, as in a sheet's cell; '' if blank. */
export function namesText(
  columnKey: keyof typeof NAMES,
  value: Value,
  lang: Lang,
  separator: string = LIST_SEPARATOR,
): string {
  if (value === null) return '';
  const written: Record<string, string> = names[lang][NAMES[columnKey]];
  const keys = typeof value === 'object' ? value : [String(value)];
  return keys.map((key) => written[key] ?? key).join(separator);
}

/** A flag as text in a cell. */
export function yesNo(value: boolean, lang: Lang): string {
  return value ? names[lang].yes : names[lang].no;
}
