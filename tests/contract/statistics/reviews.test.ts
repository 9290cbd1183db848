import type { Output } from '@shp/shared/api/index';
import standard from '@shp/shared/data/standard.json' with { type: 'json' };
import { DIVISIONS } from '@shp/shared/domain/accounts/divisions';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addExpert, addManager, addSupervisor, CITY, COUNTY, FAR_CITY, FAR_COUNTY } from '../../support/people.ts';
import { addCast, assign, bring, conclude, finish, prepare, score, step } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';
import { type AssessmentRow, chinaDay, present, type Rows, readRows, selected, type Viewer } from './rows.ts';

type Scores = Output<'GET statistics/scores'>;
type Experts = Output<'GET statistics/experts'>;
type Item = { assessment_id: string; expert_id?: string; serial: string; score: number | null; missing: number };
type Seat = {
  assessment_id: string;
  expert_id: string;
  assigned_at: string;
  concluded_at: string | null;
  dropped: number;
};

let server: Contract;
let rows: Rows;
let own: Map<string, Item[]>;
let given: Map<string, Item[]>;
let seats: Map<string, Seat[]>;
const people: { person: Person; viewer: Viewer }[] = [];

const ITEMS = standard.sections.flatMap((chapter) =>
  chapter.children.flatMap(({ items }) => items.map((item) => ({ ...item, chapter: chapter.serial }))),
);

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

async function read(): Promise<void> {
  rows = await readRows(server);
  own = grouped(await server.rawDatabase.sql<Item>('SELECT * FROM station_scores'), (one) => one.assessment_id);
  given = grouped(
    await server.rawDatabase.sql<Item>('SELECT * FROM expert_scores'),
    (one) => one.assessment_id + one.expert_id,
  );
  seats = grouped(await server.rawDatabase.sql<Seat>('SELECT * FROM assessment_experts'), (one) => one.assessment_id);
}

beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo']);
  for (const role of [
    'admin',
    'ministry_manager',
    'province_manager',
    'city_manager',
    'county_manager',
    'supervisor',
  ] as const) {
    const { account, password } = server.demo[role];
    const person = role === 'admin' ? server.admin : await server.login(account, password);
    const supervisor = role === 'supervisor' ? person.id : null;
    people.push({ person, viewer: { division: person.division, supervisor } });
  }
  await read();
});
afterAll(() => server.stop());

/** Rounded half up; the small addition makes up for binary fractions. */
const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals + 1e-7) / 10 ** decimals;
const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** The rate of some items in percent, unrounded; null if none counts. */
function rateOf(items: readonly Item[], chapter?: string): number | null {
  let [got, full] = [0, 0];
  for (const { serial, score: points, chapter: of } of ITEMS) {
    if (chapter !== undefined && of !== chapter) continue;
    const item = items.find((one) => one.serial === serial);
    if (item?.missing === 1) continue;
    full += points * 10;
    got += item?.score ?? 0;
  }
  return full === 0 ? null : (got / full) * 100;
}

const panelOf = ({ id }: AssessmentRow) =>
  (seats.get(id) ?? []).filter((seat) => seat.dropped === 0 && seat.concluded_at !== null);
const sheetOf = (row: AssessmentRow, seat: Seat) => given.get(row.id + seat.expert_id) ?? [];
const known = (values: (number | null)[]) => values.filter((value): value is number => value !== null);

/** What one review gives, rounded as printed; computed once for each. */
type Printed = { self: number; experts: number; chapters: [number | null, number | null][]; lost: (number | null)[] };
const printed = new Map<string, Printed>();
function printedOf(row: AssessmentRow): Printed {
  const before = printed.get(row.id);
  if (before) return before;
  const items = own.get(row.id) ?? [];
  const sheets = panelOf(row).map((seat) => sheetOf(row, seat));
  const round = (value: number | null) => (value === null ? null : rounded(value, 1));
  const meanOf = (values: number[]) => (values.length === 0 ? null : mean(values));
  const made = {
    self: rounded(rateOf(items) ?? 0, 1),
    experts: rounded(mean(known(sheets.map((sheet) => rateOf(sheet)))), 1),
    chapters: standard.sections.map(({ serial }): [number | null, number | null] => [
      round(rateOf(items, serial)),
      round(meanOf(known(sheets.map((sheet) => rateOf(sheet, serial))))),
    ]),
    lost: ITEMS.map(({ serial, score: points }) =>
      meanOf(
        sheets.flatMap((sheet) => {
          const item = sheet.find((one) => one.serial === serial);
          return item && item.missing === 0 && item.score !== null ? [points - item.score / 10] : [];
        }),
      ),
    ),
  };
  printed.set(row.id, made);
  return made;
}

type Filter = { division?: string; level?: Level[]; from?: string; to?: string; version?: string };
function concluded(viewer: Viewer, { from, to, ...filter }: Filter): AssessmentRow[] {
  return selected(rows, viewer, filter).filter(({ concluded_at: at, status }) => {
    if (at === null || !['passed', 'failed', 'revoked'].includes(status)) return false;
    const day = chinaDay(at);
    return day >= (from ?? '') && day <= (to ?? '9999');
  });
}

function expectScores(answer: Scores, reviews: AssessmentRow[]): void {
  const all = reviews.map(printedOf);
  expect(answer.assessments).toBe(reviews.length);
  expect(answer.chapters).toEqual(
    standard.sections.map(({ serial, titleEn, title }, index) => {
      const [selves, experts] = [0, 1].map((side) => known(all.map(({ chapters }) => chapters[index]?.[side] ?? null)));
      const of = (values: number[] = []) => (values.length === 0 ? null : rounded(mean(values), 1));
      const counted = { version: standard.version, reviews: experts?.length };
      return { serial, title: titleEn ?? title, self: of(selves), experts: of(experts), ...counted };
    }),
  );
  const bySerial = new Map(answer.items.map((item) => [item.serial, item]));
  expect(bySerial.size).toBe(ITEMS.length);
  for (const [index, { serial, score: points }] of ITEMS.entries()) {
    const lost = known(all.map((review) => review.lost[index] ?? null));
    const item = bySerial.get(serial);
    expect(item?.points).toBe(points);
    expect(Math.abs((item?.lost ?? Number.NaN) - (lost.length === 0 ? 0 : mean(lost)))).toBeLessThan(0.00501);
    expect(Math.abs((item?.share ?? Number.NaN) - (lost.length === 0 ? 0 : mean(lost) / points))).toBeLessThan(
      0.0000501,
    );
    const losing = reviews.filter((row) => (printedOf(row).lost[index] ?? 0) > 1e-9);
    expect(item?.stations).toBe(new Set(losing.map(({ station_id }) => station_id)).size);
    expect([item?.reviews, item?.version]).toEqual([losing.length, standard.version]);
  }
  const sorted = answer.items.map(({ lost }) => lost);
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a));
  expect(answer.distribution).toEqual(
    Array.from({ length: 20 }, (_, step) => {
      const isIn = (one: number) => one >= step * 5 && (one < step * 5 + 5 || (step === 19 && one === 100));
      return {
        from: step * 5,
        to: step * 5 + 5,
        self: all.filter((review) => isIn(review.self)).length,
        experts: all.filter((review) => isIn(review.experts)).length,
      };
    }),
  );
}

function expectExperts(answer: Experts, reviews: AssessmentRow[]): void {
  for (const { id, concluded: count, medianDays, severity, spread } of answer) {
    const mine = reviews.flatMap((row) =>
      panelOf(row)
        .filter((seat) => seat.expert_id === id)
        .map((seat) => ({ row, seat })),
    );
    expect(count).toBe(mine.length);
    const days = mine.map(
      ({ seat }) => (Date.parse(seat.concluded_at ?? '') - Date.parse(seat.assigned_at)) / 86_400_000,
    );
    if (days.length === 0) expect(medianDays).toBeNull();
    else {
      const sorted = days.toSorted((a, b) => a - b);
      const middle = ((sorted[Math.floor(days.length / 2)] ?? 0) + (sorted[Math.ceil(days.length / 2) - 1] ?? 0)) / 2;
      expect(Math.abs((medianDays ?? Number.NaN) - middle)).toBeLessThan(0.11);
    }
    const apart = mine.flatMap(({ row, seat }) => {
      const panel = panelOf(row);
      if (panel.length < 2) return [];
      const scores = panel.map((one) => rounded(rateOf(sheetOf(row, one)) ?? 0, 1));
      return [mean(scores) - (scores[panel.indexOf(seat)] ?? 0)];
    });
    if (apart.length < 5) {
      expect([severity, spread]).toEqual([null, null]);
      continue;
    }
    expect(Math.abs((severity ?? Number.NaN) - mean(apart))).toBeLessThan(0.0061);
    const deviation = Math.sqrt(mean(apart.map((one) => (one - mean(apart)) ** 2)));
    expect(Math.abs((spread ?? Number.NaN) - deviation)).toBeLessThan(0.0061);
  }
}

const division = fc.option(
  fc.constantFrom(...DIVISIONS.map(({ code }) => code), '450000', CITY, COUNTY, CITY, COUNTY),
  {
    nil: undefined,
  },
);
const level = fc.option(fc.subarray<Level>([1, 2, 3], { minLength: 1 }), { nil: undefined });
const day = fc
  .date({ min: new Date('2022-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const period = fc.tuple(day, day, fc.constantFrom('both', 'from', 'to', 'none')).map(([a, b, ends]) => {
  const [from = a, to = b] = [a, b].sort();
  return {
    ...(ends === 'both' || ends === 'from' ? { from } : {}),
    ...(ends === 'both' || ends === 'to' ? { to } : {}),
  };
});
const version = fc.constantFrom(undefined, standard.version);

test('scores are those of the rows, in each scope, filter and period of days', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...people),
      division,
      level,
      period,
      version,
      async ({ person, viewer }, ...given) => {
        const [inDivision, levels, days, ofVersion] = given;
        const filter = present({ division: inDivision, level: levels, version: ofVersion, ...days }) as Filter;
        expectScores(await person.api.call('GET statistics/scores', filter), concluded(viewer, filter));
      },
    ),
    { numRuns: 60 },
  );
});

test('experts are those of the rows, in each scope and period of days', async () => {
  const final = people.filter(({ person }) => ['admin', 'province_manager', 'city_manager'].includes(person.role));
  const experts = await server.rawDatabase.sql<{ id: string; load: number }>(
    "SELECT id, load FROM users WHERE role = 'expert' AND is_deleted = 0",
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...final), period, async ({ person, viewer }, days) => {
      const answer = await person.api.call('GET statistics/experts', days);
      expect(new Map(answer.map(({ id, load }) => [id, load]))).toEqual(
        new Map(experts.map(({ id, load }) => [id, load])),
      );
      expectExperts(answer, concluded(viewer, days));
    }),
    { numRuns: 30 },
  );
  const all = await server.admin.api.call('GET statistics/experts', {});
  expect(all.some(({ severity }) => severity !== null && severity > 0)).toBe(true);
  expect(all.some(({ severity }) => severity !== null && severity < 0)).toBe(true);
});

test('statistics of experts are for final managers and administrators', async () => {
  for (const { person } of people) {
    const may = ['admin', 'province_manager', 'city_manager'].includes(person.role);
    expect(await outcome(person.api.call('GET statistics/experts', {}))).toBe(may ? '200' : '403 forbidden');
  }
  for (const role of ['expert', 'station'] as const) {
    const { account, password } = server.demo[role];
    const { api } = await server.login(account, password);
    for (const key of ['GET statistics/scores', 'GET statistics/experts'] as const)
      expect(await outcome(api.call(key, {}))).toBe('403 forbidden');
  }
});

test('a conclusion counts at once, a review under way never; a moved station takes its reviews along', async () => {
  const cast = await addCast(server, 2);
  const review = await prepare(server, cast);
  await step(review.station, review, 'submitted');
  await step(cast.first, review, 'first_passed');
  await assign(review);
  await step(cast.final, review, 'reviewing');
  const figures = () => server.admin.api.call('GET statistics/scores', { division: CITY });
  const before = await figures();
  for (const [index, expert] of cast.experts.entries()) {
    await score(expert, review, index === 0 ? 0.9 : 0.8);
    await conclude(expert, review);
    expect(await figures()).toEqual(before);
  }
  await finish(review, 'passed');
  await step(cast.final, review, 'revoked', '撤销（示例）');
  await read();
  const after = await figures();
  expect(after.assessments).toBe(before.assessments + 1);
  expectScores(after, concluded({ division: null, supervisor: null }, { division: CITY }));
  const cities = [await addManager(server, 'city_manager', CITY), await addManager(server, 'city_manager', FAR_CITY)];
  const expectExpertsOfCities = async () => {
    for (const { api, division } of cities) {
      const own = concluded({ division, supervisor: null }, {});
      expectExperts(await api.call('GET statistics/experts', {}), own);
    }
  };
  await expectExpertsOfCities();
  await server.admin.api.call('POST user/update_station', { id: review.station.id, division: FAR_COUNTY });
  await read();
  expect(await figures()).toEqual(before);
  await expectExpertsOfCities();
  for (const place of [undefined, CITY, FAR_CITY, FAR_COUNTY]) {
    const filter = present({ division: place }) as Filter;
    expectScores(
      await server.admin.api.call('GET statistics/scores', filter),
      concluded({ division: null, supervisor: null }, filter),
    );
  }
  expectExperts(
    await server.admin.api.call('GET statistics/experts', {}),
    concluded({ division: null, supervisor: null }, {}),
  );
});

test('wrong input is refused, with the reason in both languages', async () => {
  const chinese = server.as(server.admin.token, 'zh');
  const unknown = { version: 'none' };
  await expect(server.admin.api.call('GET statistics/scores', unknown)).rejects.toMatchObject({
    status: 400,
    fields: { version: 'No such version of the standard' },
  });
  await expect(chinese.call('GET statistics/scores', unknown)).rejects.toMatchObject({
    status: 400,
    fields: { version: '没有该版本的评审标准' },
  });
  const turned = { from: '2026-02-01', to: '2026-01' };
  for (const key of ['GET statistics/scores', 'GET statistics/experts'] as const)
    await expect(chinese.call(key, turned)).rejects.toMatchObject({
      status: 400,
      fields: { from: '不能晚于截止日期' },
    });
});

test('without a concluded review there are zeros and nulls', async () => {
  const empty = await startContract();
  try {
    await addExpert(empty);
    await bring(empty, await addCast(empty), 'reviewed');
    const supervisor = await addSupervisor(empty);
    for (const { api } of [empty.admin, supervisor]) {
      const { assessments, chapters, items, distribution } = await api.call('GET statistics/scores', {});
      expect(assessments).toBe(0);
      for (const one of chapters) expect(one).toMatchObject({ self: null, experts: null });
      for (const one of items) expect(one).toMatchObject({ lost: 0, share: 0, stations: 0 });
      expect(items).toHaveLength(ITEMS.length);
      for (const one of distribution) expect(one).toMatchObject({ self: 0, experts: 0 });
    }
    for (const one of await empty.admin.api.call('GET statistics/experts', {}))
      expect(one).toMatchObject({ concluded: 0, medianDays: null, severity: null, spread: null });
  } finally {
    await empty.stop();
  }
});
