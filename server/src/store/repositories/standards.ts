import draft from '@shp/shared/data/standard.json' with { type: 'json' };
import type { Standard } from '@shp/shared/domain/standard/standard';
import type { Db, StandardsTable } from '../schema/schema.ts';

/** Versions never change, so each is parsed once per process. */
const parsed = new Map<string, Standard>();

/** A version of the standard that must exist, as every assessment's does. */
export async function standardOf(db: Db, version: string): Promise<Standard> {
  const standard = await findStandard(db, version);
  if (!standard) throw new Error(`no standard ${version}`);
  return standard;
}

/** A version of the standard; undefined if it does not exist. */
export async function findStandard(db: Db, version: string): Promise<Standard | undefined> {
  const known = parsed.get(version);
  if (known) return known;
  const row = await db.selectFrom('standards').select('body').where('version', '=', version).executeTakeFirst();
  if (!row) return undefined;
  const standard = JSON.parse(row.body) as Standard;
  parsed.set(version, standard);
  return standard;
}

/** Every version. */
export async function allStandards(db: Db): Promise<Standard[]> {
  const standards = [];
  for (const { version } of await db.selectFrom('standards').select('version').execute())
    standards.push(await standardOf(db, version));
  return standards;
}

/** The serials of the chapters of every version. */
export async function chaptersByVersion(db: Db): Promise<Map<string, string[]>> {
  const standards = await allStandards(db);
  return new Map(standards.map(({ version, sections }) => [version, sections.map(({ serial }) => serial)]));
}

/** Parses every version, so that no later reading of one needs the database. */
export async function parseStandards(db: Db): Promise<void> {
  await chaptersByVersion(db);
}

/** The version for new assessments. */
export async function currentStandard(db: Db): Promise<string> {
  const row = await db.selectFrom('standards').select('version').where('is_current', '=', 1).executeTakeFirstOrThrow();
  return row.version;
}

/** Inserts the built-in first version into a database without a standard. */
export async function seedStandard(db: Db): Promise<void> {
  const any = await db.selectFrom('standards').select('version').limit(1).executeTakeFirst();
  if (any) return;
  await insertStandard(db, draft, { at: new Date().toISOString(), by: null });
  await useStandard(db, draft.version);
}

/** Adds a version without making it current. */
export async function insertStandard(
  db: Db,
  standard: Standard,
  { at, by }: { at: string; by: string | null },
): Promise<void> {
  const { version, title } = standard;
  const row = { version, title, body: JSON.stringify(standard), is_current: 0, imported_at: at, by_id: by };
  await db.insertInto('standards').values(row).execute();
}

/** Makes a version the only current one. */
export async function useStandard(db: Db, version: string): Promise<void> {
  await db
    .updateTable('standards')
    .set(({ eb }) => ({ is_current: eb.case().when('version', '=', version).then(eb.lit(1)).else(eb.lit(0)).end() }))
    .execute();
}

export type StandardVersion = Pick<StandardsTable, 'version' | 'title' | 'is_current' | 'imported_at'> & {
  used: number;
};

/** Every version, latest import first, with the number of assessments that use it. */
export async function listStandards(db: Db): Promise<StandardVersion[]> {
  return db
    .selectFrom('standards')
    .leftJoin('assessments', 'assessments.standard_version', 'standards.version')
    .select(['standards.version', 'standards.title', 'is_current', 'imported_at'])
    .select(({ fn }) => fn.count<number>('assessments.id').as('used'))
    .groupBy(['standards.version', 'standards.title', 'is_current', 'imported_at'])
    .orderBy('imported_at', 'desc')
    .orderBy('standards.version')
    .execute();
}
