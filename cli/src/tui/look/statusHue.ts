import { HUE_OF } from '@shp/shared/domain/assessment/hues';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { ColourName } from './skins.ts';

/** The colour of a status: that of its phase; what waits for the station stands apart from what waits for a unit. */
export function statusHue(status: Status): ColourName {
  return status === 'returned' ? 'blue' : HUE_OF[status];
}
