import type { Output } from '@shp/shared/api/index';
import { useQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { useUser } from './session.ts';

/** The system's settings; undefined while loading or unavailable. */
export function useSettings(): Output<'GET system/settings'> | undefined {
  const { mustChangePassword } = useUser();
  const { data } = useQuery({
    queryKey: ['system/settings'],
    queryFn: ({ signal }) => client.call('GET system/settings', {}, { signal }),
    enabled: !mustChangePassword,
    staleTime: 5 * 60_000,
  });
  return data;
}
