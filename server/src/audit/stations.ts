import type { Db } from '../store/schema/schema.ts';

export type NamedStation = { id: string; name: string };

/** The stations, named as today, that objects of audit rows belong to: an assessment, a finding, a file or an account. */
export async function stationsOfObjects(db: Db, objectIds: readonly string[]): Promise<Map<string, NamedStation>> {
  const ids = [...new Set(objectIds)].filter((id) => id !== '');
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('users')
        .select(['users.id as object_id', 'users.id as station_id'])
        .where('users.id', 'in', ids)
        .unionAll(
          eb
            .selectFrom('assessments')
            .select(['assessments.id as object_id', 'assessments.station_id'])
            .where('assessments.id', 'in', ids),
        )
        .unionAll(
          eb
            .selectFrom('findings')
            .select(['findings.id as object_id', 'findings.station_id'])
            .where('findings.id', 'in', ids),
        )
        .unionAll(
          eb
            .selectFrom('files')
            .innerJoin('assessments', 'assessments.id', 'files.assessment_id')
            .select(['files.id as object_id', 'assessments.station_id'])
            .where('files.id', 'in', ids),
        )
        .unionAll(
          eb
            .selectFrom('files')
            .innerJoin('findings', 'findings.id', 'files.finding_id')
            .select(['files.id as object_id', 'findings.station_id'])
            .where('files.id', 'in', ids),
        )
        .as('objects'),
    )
    .innerJoin('users', 'users.id', 'objects.station_id')
    .where('users.role', '=', 'station')
    .select(['objects.object_id', 'users.id', 'users.name'])
    .execute();
  return new Map(rows.map(({ object_id, id, name }) => [object_id, { id, name }]));
}
