import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { hints } from '@shp/shared/text/en/hints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answered, carry, openStage, type Stage } from './harness.ts';
import { newStation } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('each role sees its introduction once per browser', async () => {
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  for (const role of USER_ROLES) {
    // A station is told how to apply until it has applied.
    await carry(context, await (role === 'station' ? newStation(stage) : stage.person(role)));
    await page.goto('/');
    const hint = page.getByRole('main').getByRole('alert').filter({ hasText: hints.title });
    await hint.waitFor();
    expect(await hint.getByRole('listitem').allTextContents()).toEqual(hints.roles[role]);
    await hint.getByRole('button', { name: hints.close }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Station tour' }).waitFor();
    await page.getByText('Documents', { exact: true }).waitFor();
    await answered(page);
    expect([role, await hint.count()]).toEqual([role, 0]);
  }
  expect(problems).toEqual([]);
});

test('an empty list explains what to do; a filter without matches has its own text', async () => {
  const { page: station, context } = await stage.visit({ lang: 'en' });
  await carry(context, await newStation(stage));
  await station.goto('/assessments');
  await station.getByText('You have no assessment yet. Apply for one with the button above.').waitFor();
  await station.goto(`/assessments?filter=${encodeURIComponent(JSON.stringify({ level: [1] }))}`);
  await station.getByText('Nothing found.').waitFor();

  await station.getByRole('button', { name: 'Clear filters' }).click();
  await station.getByText('You have no assessment yet.').waitFor();

  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/experts');
  await page.getByRole('button', { name: 'Recycle bin' }).click();
  await page.getByText('The recycle bin is empty.').waitFor();
});
