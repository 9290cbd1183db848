import { cityOf, DIVISIONS, divisionPath, findDivision } from '@shp/shared/domain/accounts/divisions';
import { isDate } from '@shp/shared/domain/lib/days';
import type { Texts } from '../texts.ts';
import type { FilterDef, Query } from './definition.ts';

/** Letters that tell a division from others. */
const NAME_LEAST = 2;

/** The value in a filter input: text, or the chosen values. */
export type FilterValue = string | boolean | readonly (string | number)[];

/** The input's value for a query. */
export function valueIn(def: FilterDef, query: Query): FilterValue {
  switch (def.kind) {
    case 'flag':
      return query[def.key] === true;
    case 'choices': {
      const value = query[def.key];
      return Array.isArray(value) ? value : value === undefined ? [] : [value as string];
    }
    case 'division': {
      const code = query[def.keys.county] ?? query[def.keys.city];
      return typeof code === 'string' ? divisionPath(code) : '';
    }
    default:
      return String(query[def.key] ?? '');
  }
}

/** The query for the inputs' values, or the error of an invalid value and its input. */
export function queryOf(
  filters: readonly FilterDef[],
  value: (def: FilterDef) => FilterValue,
  texts: Texts,
): { query: Query } | { problem: string; at: FilterDef } {
  const query: Record<string, Query[string]> = {};
  for (const def of filters) {
    const given = value(def);
    if (given === '' || given === false || (Array.isArray(given) && given.length === 0)) continue;
    if (def.kind === 'flag') query[def.key] = true;
    else if (def.kind === 'choices') {
      const values = given as readonly (string | number)[];
      query[def.key] = def.one ? String(values[0]) : values;
    } else if (def.kind === 'division') {
      const [code] = divisionsLike(String(given));
      if (code === undefined) return { problem: texts.common.reasons.unknownDivision, at: def };
      query[def.keys[findDivision(code)?.level === 'city' ? 'city' : 'county']] = code;
    } else {
      const text = String(given).trim();
      if (def.kind === 'date' && !isDate(text)) return { problem: texts.common.reasons.date, at: def };
      const isNumber = /^\d{1,9}$/.test(text) && Number(text) <= (def.kind === 'number' ? def.max : 0);
      if (def.kind === 'number' && !isNumber) return { problem: def.hint(def.max, texts), at: def };
      const start = def.kind === 'text' || def.start === undefined ? undefined : query[def.start];
      if (start !== undefined && isBelow(text, String(start))) return { problem: texts.tui.list.belowStart, at: def };
      query[def.key] = text;
    }
  }
  return { query };
}

/** What a query has besides the filters with an input: whose rows these are. */
export function withoutInput(filters: readonly FilterDef[], query: Query): Query {
  const keys = filters.flatMap((def) => (def.kind === 'division' ? Object.values(def.keys) : [def.key]));
  return Object.fromEntries(Object.entries(query).filter(([key]) => !keys.includes(key)));
}

/** Whether the end of a range comes before its start; days have equal lengths. */
function isBelow(end: string, start: string): boolean {
  return end.length === start.length ? end < start : Number(end) < Number(start);
}

/** Codes of divisions that match a text, prefix matches first. */
export function divisionsLike(text: string): string[] {
  const wanted = text.trim();
  if (wanted === '') return [];
  const found = DIVISIONS.filter(({ code, level }) => {
    return level !== 'province' && (code.startsWith(wanted) || divisionPath(code).includes(wanted));
  });
  const rank = (code: string) => (code === wanted || divisionPath(code) === wanted ? 0 : cityOf(code) === code ? 1 : 2);
  return found.map(({ code }) => code).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** The division whose own name begins as the text of a filter does; null without one, or without a filter for it. */
export function divisionMeant(filters: readonly FilterDef[], query: Query): string | null {
  const [text] = filters;
  const typed = text?.kind === 'text' ? String(query[text.key] ?? '').trim() : '';
  if (typed.length < NAME_LEAST || !filters.some(({ kind }) => kind === 'division')) return null;
  return divisionsLike(typed).find((code) => divisionPath(code).split('/').at(-1)?.startsWith(typed)) ?? null;
}

/** The filter with that division in place of the text. */
export function withDivision(filters: readonly FilterDef[], query: Query, code: string): Query {
  const [text] = filters;
  const division = filters.find((def) => def.kind === 'division');
  if (text === undefined || division === undefined) return query;
  const { city, county } = division.keys;
  const level = findDivision(code)?.level === 'city' ? city : county;
  return { ...query, [text.key]: undefined, [city]: undefined, [county]: undefined, [level]: code };
}

/** A filter for people; '' if nothing is filtered. */
export function filterText(filters: readonly FilterDef[], query: Query, texts: Texts): string {
  return filterNames(filters, query, texts).join(texts.common.marks.list);
}

/** The parts of a filter, in the order of the form. */
export function filterNames(filters: readonly FilterDef[], query: Query, texts: Texts): string[] {
  return filters.flatMap((def) => {
    const value = valueIn(def, query);
    if (def.kind === 'flag') return value === true ? [def.label(texts)] : [];
    if (def.kind === 'choices') {
      const values = value as readonly (string | number)[];
      const names = def.options(texts).filter((option) => values.includes(option.value));
      return names.length > 0 ? [names.map(({ label }) => label).join(texts.tui.list.or)] : [];
    }
    return value === '' ? [] : [filterOfText(def, String(value), texts)];
  });
}

function filterOfText(def: FilterDef, value: string, texts: Texts): string {
  if (def.kind === 'date') return `${def.label(texts)} ${value}`;
  return def.kind === 'number' ? def.said(Number(value), texts) : value;
}
