import { type DivisionLevel, findDivision } from '../accounts/divisions.ts';
import { dayBounds, dayOf, isDate } from '../lib/days.ts';
import { PAGE_SIZES, SIZE_DEFAULT } from '../lib/lists.ts';
import { DIALOGS } from './dialogs.ts';

/** How the address represents one filter. */
export type FilterField = {
  /** Name in the address, if it differs from the call's. */
  readonly name?: string;
  readonly many?: true;
  /** Parses one value of the address; undefined if it is invalid. */
  readonly read: (text: string) => unknown;
  readonly write: (value: never) => string;
};
export type ListFields = {
  readonly filters: Readonly<Record<string, FilterField>>;
  readonly sorts: readonly string[];
};

export type ListState = {
  readonly filter: Readonly<Record<string, unknown>>;
  /** Null means the list's default order. */
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' } | null;
  readonly page: number;
  readonly perPage: number;
};

const TEXT_MAX = 100;
const PAGE_MAX = 1_000_000_000;
/** Further parameters of react-admin's own addresses. */
const IGNORED = ['displayedFilters', 'tab'];

/** A search text. */
export function text(name?: string): FilterField {
  const read = (value: string) => (value.trim() === '' || value.length > TEXT_MAX ? undefined : value);
  return { ...(name === undefined ? {} : { name }), read, write: String };
}

/** A text of this form. */
export function fitting(form: RegExp): FilterField {
  return { read: (value) => (form.test(value) ? value : undefined), write: String };
}

/** `1` means true; false is the same as absent. */
export function yes(): FilterField {
  return { read: (value) => (YES.has(value) ? true : NO.has(value) ? false : undefined), write: () => '1' };
}
const YES = new Set(['1', 'true']);
const NO = new Set(['0', 'false']);

/** One of the given values, which may be numbers. */
export function oneOf<V extends string | number>(values: readonly V[]): FilterField {
  return { read: (value) => values.find((one) => String(one) === value), write: String };
}

/** A whole number up to `max`. */
export function upTo(max: number): FilterField {
  return {
    read: (value) => (/^\d{1,9}$/.test(value) && Number(value) <= max ? Number(value) : undefined),
    write: String,
  };
}

export function manyOf<V extends string | number>(values: readonly V[]): FilterField {
  return { ...oneOf(values), many: true };
}

export function day(): FilterField {
  return { read: (value) => (isDate(value) ? value : undefined), write: String };
}

/** A time; one at the start of a day is written as that day. */
export function instant(): FilterField {
  return {
    read: (value) => {
      if (isDate(value)) return dayBounds(value).from;
      return INSTANT.test(value) && isDate(value.slice(0, 10)) && Number.isFinite(Date.parse(value))
        ? value
        : undefined;
    },
    write: (value: string) => (dayBounds(dayOf(value)).from === value ? dayOf(value) : value),
  };
}
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;

/** A division code of one level, or of any. */
export function divisionCode(level?: DivisionLevel): FilterField {
  const fits = (code: string) => {
    const found = findDivision(code);
    return found !== undefined && (level === undefined || found.level === level);
  };
  return { read: (value) => (fits(value) ? value : undefined), write: String };
}

export type Parsed = {
  readonly state: ListState;
  /** Parts of the address that the list does not understand, verbatim. */
  readonly leftOut: readonly string[];
};

/** Parses a list's address. It never fails: invalid parts are ignored and listed in `leftOut`. */
export function parseListSearch(search: string, fields: ListFields): Parsed {
  const params = new URLSearchParams(search);
  const leftOut: string[] = [];
  const leave = (name: string, value: string) => leftOut.push(value === '' ? name : `${name}=${value}`);
  const filter: Record<string, unknown> = {};
  const keys = Object.keys(fields.filters);
  const nameOf = (key: string) => fields.filters[key]?.name ?? key;

  function take(key: string, values: readonly string[]): void {
    const field = fields.filters[key];
    if (!field) return;
    const read = values.flatMap((value) => {
      const found = field.read(value);
      if (found === undefined && value !== '') leave(nameOf(key), value);
      return found === undefined || found === false ? [] : [found];
    });
    if (read.length === 0) return;
    if (field.many) filter[key] = [...new Set(read)];
    else filter[key] = read.at(-1);
  }

  const old = oldFilter(params.get('filter'));
  if (old) {
    for (const [key, value] of Object.entries(old)) {
      const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
      if (Object.hasOwn(fields.filters, key)) take(key, values.map(plain));
      else leave('filter', `${key}: ${values.map(plain).join()}`);
    }
  }
  for (const key of keys) {
    const values = params.getAll(nameOf(key));
    if (values.length > 0 && !(old && nameOf(key) === 'filter')) take(key, values);
  }
  const names = new Set([...keys.map(nameOf), ...DIALOGS, ...IGNORED, 'sort', 'order', 'page', 'perPage']);
  for (const [name, value] of params) if (!names.has(name) && !(old && name === 'filter')) leave(name, value);

  const field = params.get('sort');
  const order = params.get('order')?.toUpperCase();
  const known = field !== null && fields.sorts.includes(field);
  if (field && !known) leave('sort', field);
  if (order && order !== 'ASC' && order !== 'DESC') leave('order', params.get('order') ?? '');
  const number = (name: string, otherwise: number, fits: (value: number) => boolean) => {
    const given = params.get(name);
    if (given === null || given === '') return otherwise;
    const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
    if (fits(value)) return value;
    leave(name, given);
    return otherwise;
  };
  const state: ListState = {
    filter,
    sort: known ? { field, order: order === 'DESC' ? 'DESC' : 'ASC' } : null,
    page: number('page', 1, (value) => value >= 1 && value <= PAGE_MAX),
    perPage: number('perPage', SIZE_DEFAULT, (value) => (PAGE_SIZES as readonly number[]).includes(value)),
  };
  return { state, leftOut };
}

/**
 * A change of a list's state made on another state: what differs between `from` and `to` is set in `onto`. A change
 * other than of the page opens the page of `to`.
 */
export function rebaseState({ from, to, onto }: Record<'from' | 'to' | 'onto', ListState>): ListState {
  const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  const pick = <K extends 'sort' | 'perPage'>(key: K) => (differ(from[key], to[key]) ? to[key] : onto[key]);
  const keys = Object.keys({ ...from.filter, ...to.filter, ...onto.filter });
  const filter = Object.fromEntries(
    keys
      .map((key) => [key, (differ(from.filter[key], to.filter[key]) ? to : onto).filter[key]] as const)
      .filter(([, value]) => value !== undefined),
  );
  const isSameList = !differ({ ...from, page: 1 }, { ...to, page: 1 });
  return {
    filter,
    sort: pick('sort'),
    perPage: pick('perPage'),
    page: isSameList && from.page === to.page ? onto.page : to.page,
  };
}

/** The address of a list's state, with its tab if that is not the implied one; keeps the dialog parameters of `before`. */
export function listSearch(state: ListState, fields: ListFields, before = '', tab: string | null = null): string {
  const params = new URLSearchParams(tab === null ? {} : { tab });
  for (const [key, field] of Object.entries(fields.filters)) {
    const value = state.filter[key];
    if (value === undefined || value === null || value === false || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value])
      params.append(field.name ?? key, field.write(one as never));
  }
  if (state.sort) {
    params.set('sort', state.sort.field);
    params.set('order', state.sort.order.toLowerCase());
  }
  if (state.page !== 1) params.set('page', String(state.page));
  if (state.perPage !== SIZE_DEFAULT) params.set('perPage', String(state.perPage));
  const open = new URLSearchParams(before);
  for (const name of DIALOGS) if (open.has(name)) params.set(name, open.get(name) ?? '');
  const all = params.toString().replace(/=(?=&|$)/g, '');
  return all && `?${all}`;
}

/** The filter of an address made by react-admin: one JSON parameter. */
function oldFilter(given: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(given ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
