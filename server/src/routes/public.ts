import type { published } from '@shp/shared/api/public/calls';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { LEVELS } from '@shp/shared/domain/assessment/statuses';
import { dayOf } from '@shp/shared/domain/lib/days';
import type { Handlers } from '../http/router.ts';
import { listProposals, listPublicRatings } from '../store/lists/publicRatings.ts';
import { readSettings } from '../store/repositories/settings.ts';

const levelOf = (text: string | undefined) => LEVELS.find((level) => String(level) === text);

const withDivision = <I extends { division: string }>(item: I) => ({
  ...item,
  divisionName: divisionPath(item.division),
});

export const publicRoutes: Handlers<keyof typeof published> = {
  async 'GET public/ratings'({ name, division, level, page, size }, { read, now }) {
    const { publishRatings, objectionsTo } = await readSettings(read);
    const filter = { name: name?.trim() || undefined, division: division || undefined, level: levelOf(level) };
    const proposed = await listProposals(read, filter);
    const proposals = proposed.length > 0 ? { proposals: proposed.map(withDivision), objectionsTo } : {};
    if (!publishRatings) return { published: false, total: 0, items: [], ...proposals };
    const { total, items } = await listPublicRatings(read, { day: dayOf(now), ...filter, page, size });
    return {
      published: true,
      total,
      items: items.map(withDivision),
      ...proposals,
    };
  },
};
