import Alert from '@mui/material/Alert';
import { LIST_FIELDS, type ListName } from '@shp/shared/domain/addresses/listFields';
import {
  type ListFields,
  type ListState,
  listSearch,
  parseListSearch,
  rebaseState,
} from '@shp/shared/domain/addresses/listSearch';
import { SIZE_DEFAULT } from '@shp/shared/domain/lib/lists';
import { type ContextType, useContext, useMemo } from 'react';
import { ListBase, type ListBaseProps, type RaRecord, RouterProviderContext } from 'react-admin';
import { useLocation } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';

/** The table shows load failures, so react-admin must not. */
const SHOWN_BY_TABLE = { onError: () => undefined };

type Tab = { readonly value: string; readonly implied: (filter: Record<string, unknown>) => string };
type Sort = { readonly field: string; readonly order: 'ASC' | 'DESC' };
type Props<R extends RaRecord> = Omit<ListBaseProps<R>, 'resource' | 'sort'> & {
  resource: ListName;
  sort?: Sort;
  /** Sort fields of the list that this user cannot use. */
  unsorted?: readonly string[];
  /** The open tab, and the one that an address with these filters opens if it names none. */
  tab?: Tab;
};

/** A react-admin list with its state in the address in a readable form. */
export function List<R extends RaRecord>({ unsorted = NONE, tab, children, ...props }: Props<R>) {
  const { resource, sort = BY_ID, disableSyncWithLocation } = props;
  const { search } = useLocation();
  const { web } = useText();
  const { field, order } = sort;
  const fields = useMemo<ListFields>(() => {
    const { filters, sorts } = LIST_FIELDS[resource];
    return { filters, sorts: sorts.filter((one) => !unsorted.includes(one)) };
  }, [resource, unsorted]);
  const real = useContext(RouterProviderContext);
  const router = useMemo(() => translating(real, fields, { field, order }, tab), [real, fields, field, order, tab]);
  const leftOut = disableSyncWithLocation ? NONE : parseListSearch(search, fields).leftOut;
  const list = (
    <ListBase<R> storeKey={false} perPage={SIZE_DEFAULT} queryOptions={SHOWN_BY_TABLE} {...props} sort={sort}>
      <RouterProviderContext value={real}>
        {leftOut.length > 0 && (
          <Alert severity="info" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {web.list.leftOut(leftOut.map(short))}
          </Alert>
        )}
        {children}
      </RouterProviderContext>
    </ListBase>
  );
  return disableSyncWithLocation ? list : <RouterProviderContext value={router}>{list}</RouterProviderContext>;
}

const NONE: readonly string[] = [];
const BY_ID = { field: 'id', order: 'ASC' } as const;
const short = (part: string) => (part.length > 60 ? `${part.slice(0, 60)}…` : part);

type Router = ContextType<typeof RouterProviderContext>;
type Navigate = ReturnType<Router['useNavigate']>;

/**
 * The router that react-admin's list sees: it reads and writes one JSON parameter, translated from and to the readable
 * parameters of the real address.
 */
function translating(real: Router, fields: ListFields, own: Sort, tab?: Tab): Router {
  function useTranslatedLocation() {
    const location = real.useLocation();
    return useMemo(
      () => ({ ...location, search: adminSearch(parseListSearch(location.search, fields).state) }),
      [location],
    );
  }
  function stateOf(search: string): ListState {
    const { state } = parseListSearch(search, fields);
    const isUsual = state.sort?.field === own.field && state.sort.order === own.order;
    return isUsual ? { ...state, sort: null } : state;
  }
  function useTranslatedNavigate(): Navigate {
    const navigate = real.useNavigate();
    const { pathname, search: before } = real.useLocation();
    return useMemo(
      () => (to, options) => {
        if (typeof to !== 'object' || to.pathname !== undefined || to.search === undefined)
          return navigate(to, options);
        // The page may not have drawn its present address yet: a second change must not undo the first.
        const now = window.location.pathname === pathname ? window.location.search : before;
        const state = rebaseState({ from: stateOf(before), to: stateOf(to.search), onto: stateOf(now) });
        const named = tab && tab.implied(state.filter) !== tab.value ? tab.value : null;
        navigate({ search: listSearch(state, fields, now, named) }, options);
      },
      [navigate, pathname, before],
    );
  }
  return { ...real, useLocation: useTranslatedLocation, useNavigate: useTranslatedNavigate };
}

/** A list's state in react-admin's address format. */
function adminSearch({ filter, sort, page, perPage }: ListState): string {
  const params = new URLSearchParams({ filter: JSON.stringify(filter), page: String(page), perPage: String(perPage) });
  if (sort) {
    params.set('sort', sort.field);
    params.set('order', sort.order);
  }
  return `?${params}`;
}
