import type { Input } from '@shp/shared/api/index';
import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Api } from '../../api/client.ts';
import type { Page, Paging } from '../../api/pages.ts';
import type { Place } from '../keys/keys.ts';
import type { Texts } from '../texts.ts';
import type { Choice } from '../widgets/Choices.tsx';
import type { ListColumn } from './layout.ts';
import type { Sort } from './sort.ts';

type QueryValue = string | boolean | readonly (string | number)[];
/** The filter and order, with the API's names. */
export type Query = Readonly<Record<string, QueryValue | undefined>>;

type Labelled = {
  readonly key: string;
  /** The key that saved views of earlier versions have for it. */
  readonly formerly?: string;
  label(texts: Texts): string;
};
/** The end of a range names the key of its start. */
type UpperEnd = { readonly start?: string };
/** One filter input. A division sets the key for its level. */
export type FilterDef =
  | (Labelled & { readonly kind: 'text' })
  | (Labelled & { readonly kind: 'date' } & UpperEnd)
  | (Labelled &
      UpperEnd & {
        readonly kind: 'number';
        readonly max: number;
        /** What is asked for, up to the greatest value. */
        hint(max: number, texts: Texts): string;
        /** The filter for people. */
        said(value: number, texts: Texts): string;
      })
  | (Labelled & { readonly kind: 'flag' })
  | (Labelled & { readonly kind: 'choices'; readonly one?: true; options(texts: Texts): readonly Choice[] })
  | (Labelled & { readonly kind: 'division'; readonly keys: Readonly<Record<'city' | 'county', string>> });

/** The definition of a list. */
export type ListDef<R extends { id: string }> = {
  readonly name: string;
  readonly place: Place;
  title(texts: Texts): string;
  /** All columns, the default ones first. */
  columns(role: Role, texts: Texts): readonly ListColumn<R>[];
  readonly brief: readonly string[];
  readonly filters: readonly FilterDef[];
  /** What an empty list says, if not that nothing matches. */
  empty?(query: Query, texts: Texts): string | null;
  /** Columns that are the same in every row of this filter; they are left out. */
  alike?(query: Query): readonly string[];
  /** The order that a filter brings; null if it brings none. */
  orderOf?(query: Query): Sort | null;
  /** The API's name of the sort parameter; absent if the list cannot be sorted. */
  readonly sortKey?: 'sortBy' | 'sortby';
  /** The server's order of this list, if not the newest first by creation. */
  readonly usualSort?: Sort;
  get(api: Api, input: ListInput, signal: AbortSignal): Promise<Page<R>>;
  /** The division of a row, for the jump to its city. */
  divisionOf?(row: R): string | null;
  /** The number of a row that does not stand in its first column. */
  codeOf?(row: R): string;
  /** A row's name outside the list. */
  nameOf(row: R): string;
};
export type ListInput = Paging & Readonly<Record<string, QueryValue | number | undefined>>;

/** The input of a list call; the definition's keys are the call's keys. */
export function listInput<K extends Parameters<Api['call']>[0]>(input: ListInput): Input<K> {
  return input as unknown as Input<K>;
}
