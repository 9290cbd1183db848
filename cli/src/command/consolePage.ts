import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { ListName } from '@shp/shared/domain/addresses/listFields';
import type { RoutePath } from '@shp/shared/domain/routes';

/** A filter and order as the call takes them. */
type Asked = Readonly<Record<string, unknown>> & {
  readonly sortby?: string | undefined;
  readonly sortBy?: string | undefined;
  readonly desc?: boolean | undefined;
};
type Paging = { readonly page?: number | undefined; readonly size?: number | undefined };

/** The page of the console that shows what a command shows. */
export type ConsolePage =
  | { readonly list: ListName; readonly filter?: Asked; readonly paging?: Paging }
  /** The page of the caller's role; `part` opens one of its parts. */
  | { readonly assessment: string; readonly part?: 'form' | 'score' | 'file' }
  /** An account by id, account or name. */
  | { readonly user: string; readonly kind: UserKind }
  /** The stations of an aggregate account, by its id. */
  | { readonly links: string }
  /** Any other page, with its query. */
  | { readonly path: RoutePath; readonly query?: Readonly<Record<string, string | undefined>> };
