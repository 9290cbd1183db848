import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { invalidateQueries } from '../../core/invalidateQueries.ts';

/** Asks again for the list around a dialog that the address may have opened before the list's first answer. */
export function useRenewList(): () => void {
  const cache = useQueryClient();
  const { resource } = useListContext();
  return () => void invalidateQueries(cache, { queryKey: [resource, 'getList'] });
}
