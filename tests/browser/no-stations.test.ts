import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { overview } from '@shp/shared/text/en/home';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmSession, firstLogin, logIn, type Person } from '../support/accounts.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openAt, openStage, type Stage, sidewaysScroll } from './harness.ts';
import { ready } from './screens.ts';

/** A new system: units and an administrator, and not a single station or review. */

const PASSWORD = 'admin-2026';
let stage: Stage;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  stage = await openStage();
  server = await startServer({ SHP_ADMIN_PASSWORD: PASSWORD });
  admin = await logIn(server.url, 'admin', PASSWORD);
});
afterAll(async () => {
  await server.stop();
  await stage.close();
});

async function newUnit(role: 'province_manager' | 'city_manager' | 'county_manager', division: string) {
  const account = `new-${role}`;
  const profile = { name: '新单位（示例）', contact: '示例联系人', phone: '13900000000' };
  const made = await admin.api.call('POST user/add_manager', { account, role, division, profile });
  return firstLogin(server.url, account, made.initialPassword ?? '', 'manager-2026');
}

/** A page without a broken number or chart, that fits the window. */
async function calm(page: Page, path: string): Promise<void> {
  await page.goto(server.url + path);
  await ready(page);
  const text = await page.locator('body').innerText();
  expect([path, /NaN|Infinity|undefined|\bnull\b/.exec(text)?.[0]]).toEqual([path, undefined]);
  expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
  // Every chart that is drawn has a bar.
  const empty = page.locator('[role=figure] svg:not(:has(rect:not(.column)))');
  expect([path, await empty.count()]).toEqual([path, 0]);
}

test('before the first station every unit has calm pages: sentences instead of charts, in home, overview, report and lists', async () => {
  const units = [
    await newUnit('province_manager', PROVINCE),
    await newUnit('city_manager', '450300'),
    await newUnit('county_manager', '450325'),
  ];
  await confirmSession(admin);
  for (const person of [...units, admin])
    for (const width of [1200, 380]) {
      const { page, problems, leave } = await openAt(stage, person, `${server.url}/`, { lang: 'en', width });
      await page.getByRole('heading', { name: /^Overview · / }).waitFor();
      await page.getByText(/ has no station yet\.$/).waitFor();
      await page.getByText(overview.months.noneAtAll).waitFor();
      await page.getByText(overview.stages.none).waitFor();
      for (const path of ['/', '/?view=wall', '/?view=report', '/stations', '/assessments', '/experts', '/documents'])
        await calm(page, path);
      expect(problems).toEqual([]);
      await leave();
    }
}, 180_000);

test('the statistics of a system without stations are empty or zero', async () => {
  const { call } = admin.api;
  const ratings = await call('GET statistics/ratings', {});
  expect(ratings.every(({ stations, capacity }) => stations === 0 && capacity === 0)).toBe(true);
  const { stages, months } = await call('GET statistics/progress', {});
  expect(stages.every(({ count, medianDays, overdue }) => count === 0 && medianDays === null && overdue === 0)).toBe(
    true,
  );
  expect(months.every(({ submitted }) => submitted === 0)).toBe(true);
  expect((await call('GET statistics/scores', {})).assessments).toBe(0);
});
