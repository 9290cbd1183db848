import { LIST_FIELDS } from '@shp/shared/domain/addresses/listFields';
import { parseListSearch } from '@shp/shared/domain/addresses/listSearch';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';
import { cellsOf, EXPERTS, grouped, open, panel, rowsOf, table } from './overviewPage.ts';
import { textsByPage } from './pdf.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Waits for the charts and shows the tables behind them. */
async function showTables(page: Page): Promise<void> {
  for (const title of ['Applications by month', "Self scores and experts' scores"]) {
    await panel(page, title).getByRole('figure', { name: title }).locator('svg').waitFor();
    await panel(page, title).getByRole('button', { name: 'Show as table' }).click();
  }
}

const fieldsOf = (href: string) => (href.startsWith('/stations') ? LIST_FIELDS.stations : LIST_FIELDS.assessments);

test('the figures of the overview are those of the calls', async () => {
  const { page, call, problems } = await open(stage, 'province_manager');
  const { months } = await call('GET statistics/progress', { level: [3] });
  const year = months.findLast(({ passed }) => passed > 0)?.month.slice(0, 4) ?? '';
  const filter = { level: [3 as const], from: `${year}-01`, to: `${year}-12` };
  await page.goto(`/?level=3&year=${year}`);
  await panel(page, 'Mean rate by chapter').waitFor();
  await showTables(page);
  const progress = await call('GET statistics/progress', filter);
  const ratings = await call('GET statistics/ratings', {});
  const scores = await call('GET statistics/scores', filter);
  const experts = await call('GET statistics/experts', { from: filter.from, to: filter.to });

  const stages = await cellsOf(table(page, 'Reviews under way'));
  expect(stages.map(([, ...figures]) => figures)).toEqual(
    progress.stages.map(({ count, medianDays, overdue }) => [
      grouped(count),
      medianDays?.toFixed(1) ?? '–',
      grouped(overdue),
    ]),
  );
  const ranking = await cellsOf(table(page, 'Ranking'));
  expect(ranking).toHaveLength(ratings.length);
  for (const row of ratings) {
    const rated = row.rated.find(({ level }) => level === 3)?.stations ?? 0;
    const { stages } = await call('GET statistics/progress', { division: row.division, level: [3] });
    const shown = ranking.find(([heading]) => heading === row.name);
    expect([shown?.[1], shown?.[2], shown?.[5]]).toEqual([
      grouped(row.stations),
      grouped(rated),
      grouped(stages.reduce((sum, { overdue }) => sum + overdue, 0)),
    ]);
  }
  const levels = await cellsOf(table(page, 'Levels'));
  expect(levels.map(([, stations]) => stations)).toEqual([
    ...[1, 2, 3].map((level) =>
      grouped(ratings.reduce((sum, row) => sum + (row.rated.find((one) => one.level === level)?.stations ?? 0), 0)),
    ),
    grouped(
      ratings.reduce((sum, row) => sum + row.stations - row.rated.reduce((all, one) => all + one.stations, 0), 0),
    ),
  ]);
  expect(await cellsOf(table(page, 'Applications by month'))).toEqual(
    progress.months
      .toReversed()
      .map(({ month, submitted, passed, failed }) => [
        month,
        ...[submitted, passed, failed, submitted - passed - failed].map(grouped),
      ]),
  );
  const distribution = await cellsOf(table(page, "Self scores and experts' scores"));
  expect(distribution.filter(([, own, self]) => own !== '0' || self !== '0')).toEqual(
    scores.distribution
      .filter(({ self, experts }) => self + experts > 0)
      .map(({ from, to, self, experts }) => [`${from}–${to}`, grouped(experts), grouped(self)]),
  );
  const chapters = await cellsOf(table(page, 'Mean rate by chapter'));
  expect(chapters.map(([, own, self]) => [own, self])).toEqual(
    scores.chapters.map((chapter) => [`${chapter.experts?.toFixed(1)}%`, `${chapter.self?.toFixed(1)}%`]),
  );
  const items = await cellsOf(table(page, 'Items losing the most points'));
  expect(items.map(([item = '', lost]) => [item.split(' ')[0], lost])).toEqual(
    scores.items.slice(0, 10).map(({ serial, lost }) => [serial, lost.toFixed(1)]),
  );
  const busiest = [...experts].sort((a, b) => b.load - a.load || b.concluded - a.concluded)[0];
  const first = (await cellsOf(table(page, EXPERTS)))[0];
  expect(first?.slice(0, 3)).toEqual([busiest?.name, grouped(busiest?.load ?? 0), grouped(busiest?.concluded ?? 0)]);
  expect(problems).toEqual([]);
}, 60_000);

/** Tables whose links name what they lead to, or a sum over the rows of the list, in place of its number of rows. */
const NAMES = { 'Mean rate by chapter': 'Reviews', Ranking: 'Stations', Levels: 'Stations' } as const;

/** The links of the overview's figures with the number that each states: its own, or that of its row. */
async function linkedFigures(page: Page): Promise<[href: string, figure: number][]> {
  return page.getByRole('region', { name: /^Overview/ }).evaluate((overview, columns: Record<string, string>) => {
    const number = (text: string | null | undefined) => Number((text ?? '').replaceAll(',', '').match(/^\d+/)?.[0]);
    return [...overview.querySelectorAll('a')].flatMap((link) => {
      const href = link.getAttribute('href') ?? '';
      if (!/^\/(stations|assessments)/.test(href) || link.closest('.tiles')) return [];
      const isWhole = /^[\d,]+$/.test(link.textContent ?? '');
      const list = link.closest('table, ul');
      const stated = columns[list?.getAttribute('aria-label') ?? ''];
      const svg = link.closest('svg');
      if (svg) return [[href, -1]];
      if (isWhole || stated === undefined) {
        // The capacity is a sum over all stations, which stand by level.
        const isSum = list?.tagName === 'UL' && / MW| kW/.test(link.textContent ?? '');
        const levels = [...overview.querySelectorAll('table[aria-label=Levels] tbody tr td:nth-of-type(1)')];
        const all = levels.reduce((sum, cell) => sum + number(cell.textContent), 0);
        return [[href, isSum ? all : number(link.textContent)]];
      }
      const place = [...(list?.querySelectorAll('thead th') ?? [])].findIndex((one) => one.textContent === stated);
      return [[href, number(link.closest('tr')?.children[place]?.textContent)]];
    }) as [string, number][];
  }, NAMES);
}

test.each([
  ['province_manager', ''],
  ['province_manager', '?division=450300&level=3&year=2025'],
  ['city_manager', '?year=2025'],
] as const)(
  'every figure of %s%s leads to a list with exactly as many rows',
  async (role, search) => {
    const { page, call, problems } = await open(stage, role, search);
    await panel(page, 'Mean rate by chapter').waitFor();
    await cellsOf(table(page, 'Ranking'));
    const bars = (await linkedFigures(page)).filter(([, figure]) => figure === -1).map(([href]) => href);
    await showTables(page);
    const figures = await linkedFigures(page);
    // A bar leads where a figure of the table behind it leads.
    expect(bars.length).toBeGreaterThan(5);
    expect(figures.map(([href]) => href)).toEqual(expect.arrayContaining(bars));
    const lists = new Map<string, Set<number>>();
    for (const [href, figure] of figures) lists.set(href, (lists.get(href) ?? new Set()).add(figure));
    const kinds = new Set(figures.map(([href]) => [...new URLSearchParams(href.split('?')[1]).keys()].sort().join()));
    for (const key of ['firstFrom', 'chapter', 'lost', 'expertScore', 'stationScore', 'expertWork', 'rated'])
      expect([...kinds].some((kind) => kind.includes(key))).toBe(true);
    for (const [href, [figure, ...others]] of lists) {
      expect([href, others]).toEqual([href, []]);
      const { filter } = parseListSearch(href.slice(href.indexOf('?')), fieldsOf(href)).state;
      const { total } = href.startsWith('/stations')
        ? await call('GET user/stations', { ...filter, size: 1 })
        : await call('GET assessment/query', { ...filter, size: 1 });
      expect([href, total]).toEqual([href, figure]);
    }
    // What the address says is what the list shows: one of each kind.
    for (const key of ['firstFrom', 'chapter', 'lost', 'expertWork', 'expiring']) {
      const one = figures.find(([href, figure]) => href.includes(`${key}=`) && figure > 0);
      if (!one) continue;
      await page.goto(one[0]);
      expect([one[0], await rowsOf(page)]).toEqual(one);
    }
    expect(problems).toEqual([]);
  },
  120_000,
);

test('the monthly report is one page of A4 with the figures of its month, and a workbook', async () => {
  const { page, call, problems } = await open(stage, 'province_manager');
  const { months } = await call('GET statistics/progress', {});
  const month = months.findLast(({ passed }) => passed > 0);
  await page.goto(`/?view=report&month=${month?.month}`);
  const sheet = page.getByRole('article');
  await sheet
    .getByRole('heading', { name: `Monthly report ${month?.month}: review of small hydropower stations`, exact: true })
    .waitFor();
  await sheet
    .getByText(`${month?.submitted} submitted, of these ${month?.passed} passed and ${month?.failed} not passed`)
    .waitFor();
  const ratings = await call('GET statistics/ratings', {});
  const overdueIn = async (division?: string) =>
    (await call('GET statistics/progress', { division })).stages.reduce((sum, stage) => sum + stage.overdue, 0);
  const byDivision = (await cellsOf(table(page, 'By division'))).map((row) => [row[0], row[1], row.at(-1)]);
  const stations = ratings.reduce((sum, row) => sum + row.stations, 0);
  expect(byDivision).toEqual([
    ...(await Promise.all(
      ratings.map(async (row) => [row.name, grouped(row.stations), grouped(await overdueIn(row.division))]),
    )),
    ['Total', grouped(stations), grouped(await overdueIn())],
  ]);
  const found = await call('GET statistics/findings', { from: month?.month, to: month?.month });
  const all = await call('GET statistics/findings', {});
  expect((await cellsOf(table(page, 'Findings and their rectification'))).map((row) => row.slice(0, 4))).toEqual(
    [
      { name: `In ${month?.month}`, ...found },
      { name: 'All to date', ...all },
    ].map(({ name, open, overdue, closed }) => [name, ...[open, overdue, closed].map(grouped)]),
  );
  expect(textsByPage(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export xlsx' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
  await page.getByRole('link', { name: 'Back to the overview' }).click();
  await page.getByRole('heading', { name: /^Overview · / }).waitFor();
  expect(problems).toEqual([]);
}, 60_000);
