import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { invalidateQueries } from '../../core/invalidateQueries.ts';

/** Refetches the list around a dialog, even if the address opened the dialog before the list's first response. */
export function useRenewList(): () => void {
  const cache = useQueryClient();
  const { resource } = useListContext();
  return () => void invalidateQueries(cache, { queryKey: [resource, 'getList'] });
}
