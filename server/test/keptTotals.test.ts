import { CITIES } from '@shp/server/demo/places';
import { type AssessmentFilter, listAssessments } from '@shp/server/store/assessmentLists';
import { hideAssessment } from '@shp/server/store/assessments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo, type TestDatabase } from './demoDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openDemo({ size: { stations: 80, assessments: 400 } });
});
afterAll(() => db.close());

const ALL = { kind: 'all' } as const;
const SORTS = ['createdAt', 'submittedAt', 'validUntil', 'station', 'level'] as const;
const FILTERS: AssessmentFilter[] = [
  {},
  { status: ['passed', 'failed'] },
  { status: ['draft'], level: [3] },
  { status: ['reviewing', 'submitted'], city: '450300' },
  { level: [2], county: '450325' },
  { city: '450300', county: '450325', province: '450000' },
  { city: '450300', county: '450100' },
  ...CITIES.map((city) => ({ city, status: ['passed'] as const })),
];

/** The rows of a filter by looking at each of them: for a filter of time no totals are kept. */
async function lookedAt(filter: AssessmentFilter) {
  const page = { ...filter, updatedSince: '2000-01-01T00:00:00.000Z', page: 1, size: 1000 };
  return listAssessments(db.read, ALL, page);
}

async function walked(filter: AssessmentFilter, size: number) {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { total, rows } = await listAssessments(db.read, ALL, { ...filter, page, size });
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < size) return { total, ids };
  }
}

test.each(FILTERS)('%j: the total is that of the rows, and pages hold them in their order', async (filter) => {
  for (const sortby of SORTS) {
    for (const desc of [true, false]) {
      const rows = await lookedAt({ ...filter, sortby, desc });
      const pages = await walked({ ...filter, sortby, desc }, 30);
      expect(pages).toEqual({ total: rows.rows.length, ids: rows.rows.map(({ id }) => id) });
    }
  }
});

test('totals follow what becomes of assessments, also where a change is taken back', async () => {
  const change = (set: object) =>
    db.write.updateTable('assessments').set(set).where('status', '=', 'passed').where('level', '=', 3).execute();
  const taken = db.write.transaction().execute(async (transaction) => {
    await transaction.updateTable('assessments').set({ status: 'failed' }).where('status', '=', 'passed').execute();
    throw new Error('taken back');
  });
  await expect(taken).rejects.toThrow('taken back');
  await change({ division: '450325' });
  const [first] = (await lookedAt({ status: ['failed'] })).rows;
  await hideAssessment(db.write, first?.id ?? '', new Date().toISOString());
  await change({ status: 'revoked' });
  for (const filter of [...FILTERS, { status: ['failed'] as const }, { status: ['revoked'] as const }]) {
    const { total } = await listAssessments(db.read, ALL, { ...filter, page: 1, size: 20 });
    expect(total).toBe((await lookedAt(filter)).rows.length);
  }
});
