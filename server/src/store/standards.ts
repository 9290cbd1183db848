import draft from '@shp/shared/data/standard.json' with { type: 'json' };
import type { Standard } from '@shp/shared/domain/standard';
import type { Db, StandardsTable } from './schema.ts';

/** Versions never change, so each is parsed once a process. */
const parsed = new Map<string, Standard>();

/** A version of the standard; every assessment names one that exists. */
export async function standardOf(db: Db, version: string): Promise<Standard> {
  const known = parsed.get(version);
  if (known) return known;
  const row = await db.selectFrom('standards').select('body').where('version', '=', version).executeTakeFirstOrThrow();
  const standard = JSON.parse(row.body) as Standard;
  parsed.set(version, standard);
  return standard;
}

/** The version that new assessments keep. */
export async function currentStandard(db: Db): Promise<string> {
  const row = await db.selectFrom('standards').select('version').where('is_current', '=', 1).executeTakeFirstOrThrow();
  return row.version;
}

/** Puts the drafted first version into a database that has none. */
export async function seedStandard(db: Db): Promise<void> {
  const any = await db.selectFrom('standards').select('version').limit(1).executeTakeFirst();
  if (any) return;
  await insertStandard(db, {
    version: draft.version,
    title: draft.title,
    body: JSON.stringify(draft),
    is_current: 1,
    imported_at: new Date().toISOString(),
    by_id: null,
  });
}

export async function insertStandard(db: Db, row: StandardsTable): Promise<void> {
  await db.insertInto('standards').values(row).execute();
}
