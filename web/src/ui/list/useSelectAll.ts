import { SIZE_MAX } from '@shp/shared/domain/lib/lists';
import { useState } from 'react';
import { type RaRecord, useDataProvider, useListContext } from 'react-admin';
import { useToast } from '../../core/useToast.ts';

/**
 * Loads every row that matches the filters, page by page, and selects the selectable ones. `onRows` gets the rows, for
 * the bulk actions.
 */
export function useSelectAll<R extends RaRecord>(options: {
  selectable?: (row: R) => boolean;
  onRows: (rows: readonly R[]) => void;
}) {
  const provider = useDataProvider();
  const toast = useToast();
  const { resource, filterValues, filter, sort, total = 0, onSelect } = useListContext<R>();
  const [busy, setBusy] = useState(false);

  async function select() {
    setBusy(true);
    try {
      const ids: R['id'][] = [];
      for (let page = 1; (page - 1) * SIZE_MAX < total; page++) {
        const pagination = { page, perPage: SIZE_MAX };
        const { data } = await provider.getList<R>(resource, {
          pagination,
          sort,
          filter: { ...filterValues, ...filter },
        });
        options.onRows(data);
        ids.push(...data.filter(options.selectable ?? (() => true)).map(({ id }) => id));
        if (data.length < SIZE_MAX) break;
      }
      onSelect(ids);
    } catch (error) {
      toast.failed((error as Error).message);
    } finally {
      setBusy(false);
    }
  }

  return { total, busy, select: () => void select() };
}
