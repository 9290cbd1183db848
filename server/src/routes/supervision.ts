import type { supervision } from '@shp/shared/api/supervision';
import { dayOf } from '@shp/shared/domain/lib/days';
import { listAssessmentRows } from '../assessments/list.ts';
import type { Changes } from '../audit/append.ts';
import type { Handlers } from '../http/router.ts';
import { invalid, notFound } from '../httpError.ts';
import { ratingFilter } from '../store/counters/ratings.ts';
import {
  addLinks,
  countLinked,
  latestOf,
  linkedStations,
  listLinkable,
  removeLinks,
  stationsAmong,
} from '../store/repositories/supervisorStations.ts';
import { findUser } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';
import { usersFor } from '../users/view.ts';

/** The aggregate account of a call: a supervisor's own, or the one that a manager names. */
async function accountOf(db: Db, caller: Caller, userId: string | undefined): Promise<string> {
  if (caller.role === 'supervisor') {
    if (userId !== undefined && userId !== caller.id) throw notFound();
    return caller.id;
  }
  if (userId === undefined) throw invalid({ userId: { code: 'required' } });
  const row = await findUser(db, caller.scope, userId, ['supervisor']);
  if (!row) throw notFound();
  return row.id;
}

export const supervisionRoutes: Handlers<keyof typeof supervision> = {
  async 'GET supervise/stations'({ userId, rated, expiring, ...filter }, context) {
    const { caller } = context;
    const account = await accountOf(context.read, caller, userId);
    const { total, rows } = await listLinkable(context.read, caller.scope, account, {
      ...filter,
      day: dayOf(context.now),
      rating: ratingFilter(dayOf(context.now), { rated, expiring }),
    });
    const users = await usersFor(context.read, rows, context.now);
    const latest = await latestOf(
      context.read,
      users.map(({ id }) => id),
    );
    return {
      total,
      items: users.map((user, index) => ({
        ...user,
        linked: rows[index]?.linked === true,
        latest: latest.get(user.id) ?? null,
      })),
    };
  },

  async 'POST supervise/stations'({ userId, stationsId, mode }, context) {
    const { caller } = context;
    return context.write(async ({ db, audit }) => {
      const account = await accountOf(db, caller, userId);
      const before = await linkedStations(db, account);
      const wanted = [...new Set(stationsId)];
      if (mode !== 'remove') {
        const known = await stationsAmong(db, caller.scope, wanted);
        if (wanted.some((id) => !known.has(id))) throw notFound();
        await addLinks(db, account, wanted);
      }
      if (mode === 'remove') await removeLinks(db, account, wanted);
      if (mode === 'replace') {
        const wantedIds = new Set(wanted);
        await removeLinks(
          db,
          account,
          before.flatMap(({ id }) => (wantedIds.has(id) ? [] : id)),
        );
      }
      const after = await linkedStations(db, account);
      await audit({
        object: { kind: 'supervisor', id: account, name: (await findUser(db, caller.scope, account))?.name ?? '' },
        changes: linkChanges(before, after),
      });
      return { count: await countLinked(db, account) };
    });
  },

  async 'GET supervise/assessments'({ userId, ...filter }, context) {
    const account = await accountOf(context.read, context.caller, userId);
    return listAssessmentRows(
      context.read,
      context.caller,
      { kind: 'linked', supervisor: account },
      filter,
      context.now,
    );
  },

  async 'GET supervise/assessments_export'({ userId, format, headings, ...filter }, context) {
    const account = await accountOf(context.read, context.caller, userId);
    return context.services.exporter.open(
      context,
      { list: 'assessments', scope: { kind: 'linked', supervisor: account }, filter },
      { format, headings },
    );
  },
};

type Stations = readonly { id: string; name: string }[];

function linkChanges(before: Stations, after: Stations): Changes {
  const without = (some: Stations, others: Stations) => {
    const known = new Set(others.map(({ id }) => id));
    return some.filter(({ id }) => !known.has(id));
  };
  return { stations: [without(before, after), without(after, before)] };
}
