import type { Input } from '@shp/shared/api/index';
import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Api } from '../../api/client.ts';
import type { Page, Paging } from '../../api/pages.ts';
import type { Place } from '../keys/keys.ts';
import type { Texts } from '../texts.ts';
import type { ListColumn } from './layout.ts';

export type QueryValue = string | boolean | readonly (string | number)[];
/** What a list is filtered by, by the call's own names. */
export type Query = Readonly<Record<string, QueryValue | undefined>>;
export type Sort = { readonly by: string; readonly desc: boolean };

type Labelled = { readonly key: string; label(texts: Texts): string };
/** One input of the filter. A division is several keys of the call: the one that fits its level is set. */
export type FilterDef =
  | (Labelled & { readonly kind: 'text' | 'date' })
  | (Labelled & { readonly kind: 'number'; readonly max: number })
  | (Labelled & { readonly kind: 'flag' })
  | (Labelled & { readonly kind: 'choices'; readonly one?: true; options(texts: Texts): readonly Option[] })
  | (Labelled & { readonly kind: 'division'; readonly keys: Readonly<Record<'city' | 'county', string>> });
export type Option = { readonly value: string | number; readonly label: string };

/** Everything that distinguishes one list from another. */
export type ListDef<R extends { id: string }> = {
  readonly name: string;
  readonly place: Place;
  title(texts: Texts): string;
  /** Every column, those first that are shown until somebody chooses others. */
  columns(role: Role, texts: Texts): readonly ListColumn<R>[];
  readonly brief: readonly string[];
  readonly filters: readonly FilterDef[];
  /** The call's own name for what it sorts by; absent where it cannot. */
  readonly sortKey?: 'sortBy' | 'sortby';
  get(api: Api, input: ListInput, signal: AbortSignal): Promise<Page<R>>;
  /** What a row is called where it stands alone. */
  nameOf(row: R): string;
};
export type ListInput = Paging & Readonly<Record<string, QueryValue | number | undefined>>;

/** The input of a list call; what a list asks for comes from its own definition, so its keys are the call's. */
export function listInput<K extends Parameters<Api['call']>[0]>(input: ListInput): Input<K> {
  return input as unknown as Input<K>;
}
