import type { Input, Output } from '@shp/shared/api/index';
import standard from '@shp/shared/data/standard.json' with { type: 'json' };
import { cityOf, countyOf, DIVISIONS } from '@shp/shared/domain/accounts/divisions';
import { ASSIGNABLE, CONCLUDED, type Level } from '@shp/shared/domain/assessment/statuses';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { CITY, COUNTY } from '../../support/people.ts';
import { outcome, refusal } from '../../support/strictClient.ts';
import { chinaDay, present } from './rows.ts';

type Filter = Input<'GET assessment/query'>;

let server: Contract;
const people: Person[] = [];
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo']);
  for (const role of ['admin', 'province_manager', 'city_manager', 'county_manager', 'supervisor'] as const) {
    const { account, password } = server.demo[role];
    people.push(role === 'admin' ? server.admin : await server.login(account, password));
  }
});
afterAll(() => server.stop());

/** The number of rows of a list, and its rows on one page. */
async function listed({ api }: Person, filter: Filter): Promise<number> {
  const { total, items } = await api.call('GET assessment/query', { ...filter, size: 200 });
  expect(items).toHaveLength(Math.min(total, 200));
  return total;
}

const division = fc.constantFrom(undefined, CITY, COUNTY, ...DIVISIONS.map(({ code }) => code));
const level = fc.option(fc.subarray<Level>([1, 2, 3], { minLength: 1 }), { nil: undefined });
const month = fc
  .tuple(fc.constantFrom('2023', '2024', '2025', '2026'), fc.integer({ min: 1, max: 12 }))
  .map(([year, one]) => `${year}-${String(one).padStart(2, '0')}`);
const period = fc.tuple(month, month, fc.boolean()).map(([one, other, isOpen]) => {
  const [from = one, to = one] = [one, other].sort();
  return isOpen ? {} : { from, to };
});
const lastDay = (of: string) => new Date(Date.UTC(Number(of.slice(0, 4)), Number(of.slice(5)), 0)).toISOString();
const days = ({ from, to }: { from?: string; to?: string }) =>
  from === undefined || to === undefined ? {} : { concludedFrom: `${from}-01`, concludedTo: lastDay(to).slice(0, 10) };
/** A division as filters of the list. */
function placeOf(code: string | undefined): Filter {
  if (code === undefined) return {};
  const county = countyOf(code);
  return county === null ? { city: cityOf(code) ?? code } : { county };
}
test('each figure of concluded reviews is the number of rows of its list, in each scope and filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...people),
      division,
      level,
      period,
      fc.nat(),
      async (person, code, levels, months, pick) => {
        const filter = present({ division: code, level: levels, ...months });
        const list = present({ ...placeOf(code), level: levels, ...days(months) });
        const figures: Output<'GET statistics/scores'> = await person.api.call('GET statistics/scores', filter);
        const concluded = { ...list, status: [...CONCLUDED] };
        expect(await listed(person, concluded)).toBe(figures.assessments);
        const chapter = figures.chapters[pick % figures.chapters.length];
        expect(await listed(person, { ...list, chapter: `${chapter?.serial}@${chapter?.version}` })).toBe(
          chapter?.reviews,
        );
        const item = figures.items[pick % figures.items.length];
        const lost = `${item?.serial}@${item?.version}`;
        expect(await listed(person, { ...list, lost })).toBe(item?.reviews);
        expect(await listed(person, { ...concluded, lost, sortby: 'concludedAt', desc: true })).toBe(item?.reviews);
        for (const step of figures.distribution.filter(({ self, experts }) => self + experts > 0)) {
          expect(await listed(person, { ...concluded, stationScore: step.from })).toBe(step.self);
          expect(await listed(person, { ...concluded, expertScore: step.from })).toBe(step.experts);
        }
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

test('each figure of a month is the number of rows of its list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...people), division, level, async (person, code, levels) => {
      const filter = present({ division: code, level: levels });
      const { months } = await person.api.call('GET statistics/progress', { ...filter, from: '2023-01' });
      for (const { month: one, submitted, passed, failed } of months.filter((of) => of.submitted > 0).slice(-6)) {
        const list = present({
          ...placeOf(code),
          level: levels,
          firstFrom: `${one}-01`,
          firstTo: lastDay(one).slice(0, 10),
        });
        expect(await listed(person, list)).toBe(submitted);
        expect(await listed(person, { ...list, status: ['passed', 'revoked'] })).toBe(passed);
        expect(await listed(person, { ...list, status: ['failed'] })).toBe(failed);
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('an expert’s load and concluded reviews are the numbers of rows of their lists, without the reviews that dropped the expert', async () => {
  const { admin, rawDatabase } = server;
  const rows = await rawDatabase.sql<{ expert: string }>(
    `SELECT DISTINCT expert_id AS expert FROM assessment_experts WHERE dropped = 1
       AND assessment_id IN (SELECT id FROM assessments WHERE is_deleted = 0 AND concluded_at IS NOT NULL)`,
  );
  const dropped = rows.map(({ expert }) => expert);
  expect(dropped).not.toEqual([]);
  for (const months of [{}, { from: '2025-01', to: '2025-12' }]) {
    const experts = await admin.api.call('GET statistics/experts', months);
    expect(experts.some(({ load }) => load > 0)).toBe(true);
    const shown = experts.filter(({ id }, index) => index < 15 || dropped.includes(id));
    expect(shown.map(({ id }) => id)).toEqual(expect.arrayContaining(dropped));
    for (const { id, load, concluded } of shown) {
      const own = { expert: id } as const;
      expect(await listed(admin, { ...own, expertWork: 'open', status: [...ASSIGNABLE] })).toBe(load);
      expect(await listed(admin, { ...own, expertWork: 'counts', status: [...CONCLUDED], ...days(months) })).toBe(
        concluded,
      );
    }
  }
});

test('days begin and end at midnight in China, and the filters are of the first submission and the conclusion', async () => {
  const rows = await server.rawDatabase.sql<{ first: string | null; concluded: string | null }>(
    'SELECT first_submitted_at AS first, concluded_at AS concluded FROM assessments WHERE is_deleted = 0',
  );
  for (const [key, of] of [
    ['first', 'first'],
    ['concluded', 'concluded'],
  ] as const) {
    const early = rows.find((row) => row[of] !== null && chinaDay(row[of] ?? '') !== row[of]?.slice(0, 10));
    const day = chinaDay(early?.[of] ?? '');
    const count = rows.filter((row) => row[of] !== null && chinaDay(row[of] ?? '') === day).length;
    expect(await listed(server.admin, { [`${key}From`]: day, [`${key}To`]: day })).toBe(count);
  }
});

test('a chapter’s list leaves out reviews without a rate for it, and follows the chapter through versions', async () => {
  const { admin, rawDatabase } = server;
  const before = await listed(admin, { chapter: '4' });
  const [row] = await rawDatabase.sql<{ assessment_id: string; scores: string }>('SELECT * FROM review_figures');
  const figures = JSON.parse(row?.scores ?? '{}') as { chapters: [number, number | null][] };
  const chapters = figures.chapters.map(([own, rate], place) => [own, place === 3 ? null : rate]);
  const write = (scores: string) =>
    rawDatabase.sql(`UPDATE review_figures SET scores = '${scores}' WHERE assessment_id = '${row?.assessment_id}'`);
  await write(JSON.stringify({ ...figures, chapters }));
  expect(await listed(admin, { chapter: '4' })).toBe(before - 1);
  expect(await listed(admin, { chapter: '5' })).toBe(before);
  await write(row?.scores ?? '');
  const version = 'figures@2';
  const [first, ...others] = standard.sections;
  const changed = { ...first, title: `${first?.title}（新）` };
  await admin.api.call('POST standard/import', { ...standard, version, sections: [changed, ...others] } as never);
  expect(await listed(admin, { chapter: `4@${version}` })).toBe(before);
  expect(await listed(admin, { chapter: `1@${version}` })).toBe(0);
  expect(await listed(admin, { chapter: '1' })).toBe(before);
  expect(await listed(admin, { lost: `1.1.1@${version}` })).toBe(await listed(admin, { lost: '1.1.1' }));
});

test('what would tell blind viewers of experts’ work is refused, as is what no version has', async () => {
  for (const role of ['expert', 'station'] as const) {
    const { account, password } = server.demo[role];
    const person = await server.login(account, password);
    for (const filter of [{ expertScore: 80 }, { chapter: '4' }, { lost: '4.1.1' }] as const)
      expect((await refusal(person.api.call('GET assessment/query', filter))).fields).toHaveProperty(
        Object.keys(filter)[0] ?? '',
      );
    expect(await listed(person, { concludedFrom: '2020-01-01' })).toBeGreaterThanOrEqual(0);
  }
  for (const filter of [{ chapter: '99' }, { lost: '1.1.99' }, { lost: '1.1.1@none' }, { expertWork: 'open' }] as const)
    expect(await outcome(server.admin.api.call('GET assessment/query', filter))).toMatch(/^400/);
});
