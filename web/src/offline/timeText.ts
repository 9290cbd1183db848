import { OFFSET } from '@shp/shared/domain/lib/days';

/** A moment to the minute, in the time of the region. */
export const timeText = (at: number) => new Date(at + OFFSET).toISOString().slice(0, 16).replace('T', ' ');
