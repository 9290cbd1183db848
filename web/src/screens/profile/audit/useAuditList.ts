import type { AuditRow } from '@shp/shared/api/objects';
import { isDate } from '@shp/shared/domain/lib/days';
import { PAGE_SIZES, SIZE_DEFAULT } from '@shp/shared/domain/lib/lists';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ListControllerResult, useList } from 'react-admin';
import { useSearchParams } from 'react-router';
import { client } from '../../../core/client.ts';

const FILTERS = ['userId', 'action', 'from', 'to'] as const;
type Filter = { readonly [name in (typeof FILTERS)[number]]?: string };

/**
 * The audit, or the rows of one object, as a react-admin list for its filters and pager. It has its own parameters in
 * the address, because react-admin's lists would remove the open tab from it.
 */
export function useAuditList(objectId?: string) {
  const [params, setParams] = useSearchParams();
  const filter: Filter = Object.fromEntries(
    FILTERS.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : [])),
  );
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const perPage = PAGE_SIZES.find((size) => String(size) === params.get('perPage')) ?? SIZE_DEFAULT;
  const input = { ...inputOf(filter), ...(objectId === undefined ? {} : { objectId }) };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit', objectId, filter, page, perPage],
    queryFn: ({ signal }) => client.call('GET audit', { ...input, page, size: perPage }, { signal }),
    placeholderData: keepPreviousData,
  });
  const list = useList<AuditRow>({ data: data?.items ?? [] });

  function change(values: Record<string, unknown>) {
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(values)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, String(value));
      }
      return next;
    });
  }

  const controller = {
    ...list,
    data: data?.items ?? [],
    total: data?.total ?? 0,
    error,
    isFetching,
    refetch,
    page,
    perPage,
    filterValues: filter,
    setPage: (to: number) => change({ page: to }),
    setPerPage: (size: number) => change({ perPage: size, page: '' }),
    setFilters: (values: Record<string, unknown>) =>
      change({ ...Object.fromEntries(FILTERS.map((name) => [name, values[name]])), page: '' }),
  } as ListControllerResult<AuditRow>;
  return { list: controller, input };
}

/** The call's input; leaves out invalid dates of the address. */
function inputOf({ userId, action, from = '', to = '' }: Filter) {
  return {
    ...(userId ? { userId } : {}),
    ...(action ? { action } : {}),
    ...(isDate(from) ? { from } : {}),
    ...(isDate(to) ? { to } : {}),
  };
}
