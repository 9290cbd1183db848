import { userLists } from '@shp/shared/api/users/lists';
import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { dayOf } from '@shp/shared/domain/lib/days';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/router.ts';
import { HttpError } from '../httpError.ts';
import { ratingFilter } from '../store/counters/ratings.ts';
import { listUsers } from '../store/lists/users.ts';
import { linkCounts } from '../store/repositories/supervisorStations.ts';
import { listUnits, type UserRow, userOf } from '../store/repositories/users.ts';
import type { Caller } from '../types.ts';
import { unitTree } from '../users/tree.ts';
import { usersFor } from '../users/view.ts';

export const userListRoutes: Handlers<keyof typeof userLists> = {
  async 'GET user/managers'(input, context) {
    return page(context, await listUsers(context.read, context.caller.scope, 'managers', input));
  },
  async 'GET user/experts'(input, context) {
    const { total, rows } = await listUsers(context.read, context.caller.scope, 'experts', input);
    return { total, items: rows.map((row) => ({ ...userOf(row), load: row.load })) };
  },
  async 'GET user/stations'({ filter, rated, expiring, ...input }, context) {
    const day = dayOf(context.now);
    const stations = { ...input, keyword: filter, day, rating: ratingFilter(day, { rated, expiring }) };
    return page(context, await listUsers(context.read, context.caller.scope, 'stations', stations));
  },
  async 'GET user/supervisors'(input, context) {
    const { total, rows } = await listUsers(context.read, context.caller.scope, 'supervisors', input);
    const links = await linkCounts(
      context.read,
      rows.map(({ id }) => id),
    );
    return { total, items: rows.map((row) => ({ ...userOf(row), links: links.get(row.id) ?? 0 })) };
  },

  async 'GET user/manager_tree'({ parent, deep }, context) {
    const units = await listUnits(context.read, context.caller.scope);
    return unitTree(units, parent ?? context.caller.division ?? PROVINCE, deep);
  },

  async 'GET user/export'({ kind, format, headings, filter, rated, expiring, ...rest }, context) {
    const lists: readonly Role[] = userLists[`GET user/${kind}`].who;
    if (!lists.includes(context.caller.role)) throw new HttpError('forbidden');
    const day = dayOf(context.now);
    const rating = ratingFilter(day, { rated, expiring });
    const job = { list: kind, filter: { ...rest, keyword: filter ?? rest.keyword, day, rating } } as const;
    return context.services.exporter.open(context, job, { format, headings });
  },
};

async function page(context: Context<Caller>, { total, rows }: { total: number; rows: UserRow[] }) {
  return { total, items: await usersFor(context.read, rows, context.now) };
}
