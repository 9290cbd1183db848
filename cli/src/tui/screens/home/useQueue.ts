import { hasTodo } from '@shp/shared/domain/assessment/waiting';
import { useSession } from '../../session.ts';
import { type Called, useCall } from '../../useCall.ts';

const EVERY_MS = 10_000;
/** As many as the largest terminals show. */
const SHOWN = 50;

/** What waits for the caller, or for administrators what is overdue. */
export function queued(role: Parameters<typeof hasTodo>[0]): { waiting: true } | { overdue: true } {
  return hasTodo(role) ? { waiting: true } : { overdue: true };
}

/** The first of what waits, the longest wait first, once `due`. */
export function useQueue(due: boolean): Called<'GET assessment/query'> {
  const { me } = useSession();
  const oldest = { sortby: 'statusSince' as const, page: 1, size: SHOWN };
  return useCall('GET assessment/query', due ? { ...queued(me.role), ...oldest } : null, EVERY_MS);
}
