import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDemo } from '@shp/server/demo/index';
import { localFiles } from '@shp/server/files/blobs/fileStore';
import { openDatabase } from '@shp/server/store/db/database';
import { MIGRATIONS } from '@shp/server/store/schema/migrations';
import type { Db } from '@shp/server/store/schema/schema';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DEMO_DAY } from '../../support/demoDay.ts';
import { databaseOf, dropDatabaseOf } from '../../support/postgres.ts';

/** What statistics keep, with the parts whose order does not matter in order. */
async function kept(db: Db) {
  const figures = await db.selectFrom('review_figures').selectAll().orderBy('assessment_id').execute();
  const lost = await db.selectFrom('lost_items').selectAll().orderBy('assessment_id').execute();
  const scores = await db.selectFrom('score_sums').selectAll().execute();
  const experts = await db.selectFrom('expert_sums').selectAll().execute();
  const byKey = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return {
    figures: figures.map((row) => ({ ...row, scores: JSON.parse(row.scores), experts: JSON.parse(row.experts) })),
    lost,
    scores: scores.map((row) => ({ ...row, sums: JSON.parse(row.sums) })).sort(byKey),
    experts: experts.map((row) => ({ ...row, days: row.days.split(',').map(Number).sort() })).sort(byKey),
  };
}

test('an upgrade keeps the same figures of concluded reviews as the conclusions would have', async () => {
  const data = mkdtempSync(join(tmpdir(), 'shp-backfill-'));
  const url = await databaseOf(data);
  const database = await openDatabase(url === null ? { data } : { url });
  try {
    await fillDemo(
      database.write,
      { data, blobs: localFiles(data).blobs },
      { size: { stations: 60, assessments: 150 }, seed: 3, adminPassword: null, files: false, day: DEMO_DAY },
    );
    const before = await kept(database.read);
    expect(before.figures.length).toBeGreaterThan(60);
    await database.write.transaction().execute(async (db) => {
      for (const table of ['review_figures', 'lost_items', 'score_sums', 'expert_sums'])
        await sql`DROP TABLE ${sql.table(table)}`.execute(db);
      for (const number of ['0018', '0019', '0028']) await MIGRATIONS[number]?.up(db);
    });
    expect(await kept(database.read)).toEqual(before);
  } finally {
    await database.close();
    rmSync(data, { recursive: true });
    await dropDatabaseOf(data);
  }
});
