import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage, sidewaysScroll } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const rows = (page: Page) => page.locator('tbody tr');

test('a click anywhere in a row opens it, with Ctrl in a new tab; keyboards use the link', async () => {
  const { page, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/assessments');
  const row = rows(page).first();
  await row.waitFor();
  const target = await row.getByRole('link').first().getAttribute('href');
  const opened = page.context().waitForEvent('page');
  await row
    .locator('td')
    .nth(4)
    .click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await expect.poll(() => new URL(tab.url()).pathname).toBe(target);
  await tab.close();
  expect(new URL(page.url()).pathname).toBe('/assessments');
  await row.locator('td').nth(4).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(target);
  expect(problems).toEqual([]);
});

test('a click on the checkbox selects without opening; all matching rows of all pages can be selected', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  const { total } = await person.api.call('GET user/stations', { size: 1 });
  await page.goto('/stations?perPage=10');
  await rows(page).first().waitFor();
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('status').filter({ hasText: '1 selected' }).waitFor();
  expect(new URL(page.url()).searchParams.has('show')).toBe(false);
  await page.getByRole('button', { name: `Select all ${total} that match` }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `${total} selected` })
    .waitFor();
  expect(problems).toEqual([]);
});

test('header and bulk bar stay visible while the rows scroll', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations?perPage=50');
  await rows(page).nth(40).waitFor();
  await rows(page).first().getByRole('checkbox').check();
  await rows(page).nth(40).scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Account' }).boundingBox())
    .toMatchObject({ y: expect.any(Number) });
  const head = await page.getByRole('columnheader', { name: 'Account' }).boundingBox();
  const bar = await page.getByRole('button', { name: 'Clear selection' }).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  for (const box of [head, bar]) expect(box && box.y >= 0 && box.y < height).toBe(true);
  expect(head && bar && bar.y >= head.y + head.height).toBe(true);
});

test.for([1440, 380])('a tick moves no row, so that the next tick meets the row beneath it, at %i', async (width) => {
  const { page } = await stage.visitAs('admin', { lang: 'en', width });
  for (const path of ['/stations', '/assessments?tab=all']) {
    await page.goto(path);
    const second = rows(page).nth(1);
    await second.waitFor();
    await rows(page)
      .first()
      .evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const box = () => second.getByRole('checkbox').evaluate((one) => one.getBoundingClientRect().toJSON());
    const before = await box();
    await rows(page).first().getByRole('checkbox').check();
    const bar = page.getByRole('button', { name: width < 600 ? /^More: \d/ : 'Clear selection' });
    await bar.waitFor();
    expect(await box()).toEqual(before);
    await page.mouse.click(before.x + before.width / 2, before.y + before.height / 2);
    await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor();
    await bar.click();
    if (width < 600) await page.getByRole('menuitem', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await box()).toEqual(before);
  }
});

test('a table that fits scrolls with the page alone, a wider one in its frame', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en', width: 1440 });
  await page.goto('/managers?perPage=50');
  await rows(page).nth(40).waitFor();
  const frame = page.getByRole('region').filter({ has: page.getByRole('table') });
  const scrolls = () => frame.evaluate((one) => getComputedStyle(one).overflowY === 'auto');
  await expect.poll(scrolls).toBe(false);
  const whole = await frame.evaluate((one) => one.scrollHeight - one.clientHeight);
  expect(whole).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 700, height: 800 });
  await expect.poll(scrolls).toBe(true);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect.poll(scrolls).toBe(false);
});

test.for(['zh', 'en'] as const)('every list fits its frame at 1200, in %s', async (lang) => {
  const { page } = await stage.visitAs('admin', { lang, width: 1200 });
  for (const path of ['/managers', '/experts', '/stations', '/supervisors', '/assessments?tab=all']) {
    await page.goto(path);
    await rows(page).first().waitFor();
    const frame = page.getByRole('region').filter({ has: page.getByRole('table') });
    await expect.poll(() => frame.evaluate((one) => one.scrollWidth - one.clientWidth), { message: path }).toBe(0);
  }
});

test('a dialog with typed text asks before Escape, Cancel or Back closes it', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await rows(page).first().waitFor();
  await page.getByRole('link', { name: 'Add station' }).click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByLabel('Address').fill('1 Example Road');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  const keepTyping = async () => {
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await dialog.getByLabel('Address').inputValue()).toBe('1 Example Road');
    expect(new URL(page.url()).searchParams.has('add')).toBe(true);
  };
  await page.keyboard.press('Escape');
  await keepTyping();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await keepTyping();
  await page.goBack();
  await keepTyping();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(problems).toEqual([]);

  // A dialog without input closes without a question.
  await page.getByRole('link', { name: 'Add station' }).click();
  await page.getByRole('dialog').getByLabel('Address').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('on a phone every line of a card begins beside its checkbox, and a label stands at one place on each card', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'zh', width: 380 });
  for (const path of ['/managers', '/experts', '/stations', '/assessments?tab=all']) {
    await page.goto(path);
    await rows(page).nth(9).waitFor();
    const cells = await rows(page).evaluateAll((all) =>
      all.flatMap((row) =>
        [...row.querySelectorAll<HTMLElement>('td.heading, td.status, td.labelled')]
          .filter((cell) => cell.checkVisibility())
          .map((cell) => ({ name: cell.dataset.label, x: cell.getBoundingClientRect().x })),
      ),
    );
    const places = new Map<string | undefined, Set<number>>();
    for (const { name, x } of cells) places.set(name, (places.get(name) ?? new Set()).add(x));
    expect([path, [...places].filter(([, xs]) => xs.size > 1)]).toEqual([path, []]);
    // Of two numbers on one line the second stands apart.
    const starts = new Set(cells.filter(({ name }) => name !== '专家评分').map(({ x }) => x));
    expect([path, starts.size]).toEqual([path, 1]);
    const box = await rows(page).first().getByRole('checkbox').boundingBox();
    expect(box && box.x + box.width <= Math.min(...starts)).toBe(true);
    expect(await sidewaysScroll(page)).toBe(0);
  }
  expect(problems).toEqual([]);
});

test.each([
  ['admin', '/managers', '角色'],
  ['province_manager', '/experts', '专业'],
  ['city_manager', '/stations', '评级'],
  ['supervisor', '/supervisor/stations', '评级'],
] as const)(
  'on a phone a card of a %s at %s has three lines beneath its heading, %s first',
  async (role, path, first) => {
    const { page } = await stage.visitAs(role, { lang: 'zh', width: 380 });
    await page.goto(path);
    await rows(page).nth(9).waitFor();
    const cards = await rows(page).evaluateAll((all) =>
      all.map((row) => {
        const cells = [...row.querySelectorAll<HTMLElement>('td[data-label]')]
          .filter((cell) => cell.checkVisibility())
          .map((cell) => ({ label: cell.dataset.label, bottom: cell.getBoundingClientRect().bottom }))
          .sort((a, b) => a.bottom - b.bottom);
        const bottoms = cells.map(({ bottom }) => bottom);
        // Cells of one line end within some pixels of one another.
        const lines = bottoms.filter((bottom, index) => bottom - (bottoms[index - 1] ?? 0) > 10).length;
        return { lines, labels: cells.slice(0, 3).map(({ label }) => label) };
      }),
    );
    expect(cards.filter(({ lines }) => lines > 4)).toEqual([]);
    for (const { labels } of cards) expect(labels).toContain(first);
    expect(await sidewaysScroll(page)).toBe(0);
  },
);

test.each([
  ['admin', ['/managers', '/experts', '/stations', '/supervisors', '/assessments', '/assessments?tab=findings']],
  ['admin', ['/documents', '/profile?tab=audit']],
  ['city_manager', ['/stations', '/assessments?tab=rated']],
  ['supervisor', ['/supervisor/stations', '/assessments']],
  ['expert', ['/assessments']],
  ['station', ['/assessments']],
] as const)('on a phone at most two rows of controls of %s stand between heading and list: %s', async (role, paths) => {
  const { page, problems } = await stage.visitAs(role, { lang: 'en', width: 380 });
  for (const path of paths) {
    await page.goto(path);
    await rows(page).or(page.locator('main ul.MuiPaper-root > li')).first().waitFor();
    const found = await page.evaluate(() => {
      const bottom = document.querySelector('main [role=tablist], main h1')?.getBoundingClientRect().bottom ?? 0;
      const list = document.querySelector('main tbody, main ul.MuiPaper-root')?.getBoundingClientRect().top ?? 0;
      const tops = [...document.querySelectorAll<HTMLElement>('main :is(button, a, input, select)')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.top >= bottom && box.bottom <= list)
        .map(({ top, height }) => top + height / 2)
        .sort((a, b) => a - b);
      return tops.filter((top, index) => top - (tops[index - 1] ?? 0) > 16).length;
    });
    expect([path, found > 2]).toEqual([path, false]);
    expect(await sidewaysScroll(page)).toBe(0);
  }
  expect(problems).toEqual([]);
});

test('on a phone the rarer commands of a list stand under one button', async () => {
  const { page, problems } = await stage.visitAs('supervisor', { lang: 'en', width: 380 });
  await page.goto('/supervisor/stations');
  await rows(page).first().waitFor();
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
  await page.getByRole('button', { name: 'More: Aggregate-account stations' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Contact').waitFor();
  expect(problems).toEqual([]);
});

test('on a phone the stations have a choice of order, and a card names the last day of the rating', async () => {
  const { page } = await stage.visitAs('city_manager', { lang: 'zh', width: 380 });
  await page.goto('/stations');
  await rows(page).nth(9).waitFor();
  const order = page.getByLabel('排序');
  expect(await order.locator('option:checked').innerText()).toBe('账号 ↑');
  await order.selectOption('有效期至 ↓');
  const days = async () => {
    const cells = await rows(page).locator('td.named[data-label="有效期至"]').allInnerTexts();
    return cells.flatMap((text) => text.match(/[\d-]{10}/) ?? []);
  };
  // The table of the order before it stays until the next one has come.
  await expect.poll(async () => (await days()).length).toBeGreaterThan(3);
  await expect.poll(async () => (await days()).toSorted().toReversed().join() === (await days()).join()).toBe(true);
  const named = rows(page).locator('td.named[data-label="有效期至"]').first();
  expect(await named.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"有效期至"');
  expect(await sidewaysScroll(page)).toBe(0);
});

test('beside the last day of a rating stands on its line that it ends soon', async () => {
  const { page } = await stage.visitAs('supervisor', { lang: 'en', width: 1200 });
  await page.goto('/supervisor/stations');
  const cells = rows(page).locator('td', { hasText: 'Expiring' });
  await cells.first().waitFor();
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
  expect(
    await page.locator('main [role=region]:has(table)').evaluate((frame) => frame.scrollWidth - frame.clientWidth),
  ).toBe(0);
});

test('on a phone the tree of units is opened beside the recycle bin, its label on one line', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'zh', width: 380 });
  await page.goto('/managers');
  const [tree, bin] = await Promise.all(
    ['单位层级', '回收站'].map((name) => page.getByRole('button', { name }).boundingBox()),
  );
  expect(Math.abs((tree?.y ?? 0) - (bin?.y ?? 99))).toBeLessThan(8);
  expect(tree?.height).toBeLessThan(45);
});

test('rows that fit on every page have their number in place of a pager', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/documents');
  await rows(page).first().waitFor();
  const total = await rows(page).count();
  await page.getByText(`${total} in all`).waitFor();
  expect(await page.getByRole('button', { name: 'Next page' }).count()).toBe(0);
  await page.goto('/stations');
  await page.getByRole('button', { name: 'Next page' }).waitFor();
});

test('a row names two experts on one line and counts the others, whom a tooltip and a screen reader name', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  const { items } = await person.api.call('GET assessment/query', { size: 200 });
  const many = items.find(({ experts }) => experts.length > 2);
  if (!many) throw new Error('no assessment with three experts');
  const names = many.experts.map(({ name }) => name);
  await page.goto(`/assessments?tab=all&search=${many.number}`);
  const cell = page.getByTitle(names.join(', '));
  await cell.getByText(`+${names.length - 2}`).waitFor();
  expect(await cell.innerText()).toContain(names.at(-1));
});

test('stations are sorted by the last day of their rating, those without one last', async () => {
  for (const [role, path] of [
    ['city_manager', '/stations'],
    ['supervisor', '/supervisor/stations'],
  ] as const) {
    const { page } = await stage.visitAs(role, { lang: 'en', width: 1440 });
    await page.goto(path);
    const heading = page.getByRole('columnheader', { name: 'Valid until' });
    const cells = page.locator('td[data-label="Valid\u00a0until"]');
    const days = async () => (await cells.allInnerTexts()).map((text) => text.slice(0, 10));
    for (const direction of ['descending', 'ascending'] as const) {
      await heading.getByRole('button').click();
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe(direction);
      await expect
        .poll(async () => {
          const shown = await days();
          const known = shown.filter((day) => day !== '').sort();
          const wanted = direction === 'descending' ? known.reverse() : known;
          return JSON.stringify(shown) === JSON.stringify([...wanted, ...shown.filter((day) => day === '')]);
        })
        .toBe(true);
    }
  }
});
