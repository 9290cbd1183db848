import type { User } from '@shp/shared/api/objects';
import { cityOf } from '@shp/shared/domain/accounts/divisions';
import { isOwnUnit } from '@shp/shared/domain/assessment/ownUnit';
import type { Reading } from './useReading.ts';

/** For how many of the assessments an expert is of the station's own unit, a conflict, or of its city, which is none. */
export type Ties = { readonly own: number; readonly city: number };

/** Counts with what is read so far; a row alone has the station's name but not its owner. */
export function tiesOf(expert: User, { rows, read }: Pick<Reading, 'rows' | 'read'>): Ties {
  const city = expert.division === null ? null : cityOf(expert.division);
  let counts = { own: 0, city: 0 };
  for (const row of rows ?? []) {
    const found = read?.found.get(row.id);
    const form = typeof found === 'object' ? found.form : { unit: {} };
    counts = {
      own: counts.own + Number(isOwnUnit(expert, { station: row.station, form })),
      city: counts.city + Number(row.city === city),
    };
  }
  return counts;
}
