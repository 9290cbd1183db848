import { type Caller, isFinalManager, rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import { ASSIGNABLE, type Status } from '@shp/shared/domain/assessment/statuses';
import type { Selected } from '../selection.ts';

/** Why a row cannot get experts: its status, or its level belongs to another manager. */
export function whyNotAssignable({ station, level, status }: Selected, caller: Caller): 'status' | 'level' | null {
  if (!ASSIGNABLE.includes(status)) return 'status';
  const final = caller.role === 'admin' || isFinalManager(caller, { division: station.division, level });
  return final ? null : 'level';
}

/** Whether a step to this status is the caller's from where the row is; the server judges its conditions. */
export function canStep({ station, level, status }: Selected, to: Status, caller: Caller): boolean {
  const place = { station: station.id, division: station.division, level, status, everReturned: false };
  return rowsOf(place, caller).some((row) => row.to === to && row.by !== 'station');
}
