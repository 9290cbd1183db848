import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/accounts.ts';
import { answered, goOffline, openStage, type Stage } from './harness.ts';
import { newStation, PASSWORD, scoreInput, storedScore } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('after the session ended elsewhere, typed edits wait for the next login and stay hidden from other accounts', async () => {
  const person = await newStation(stage);
  const { id } = await person.api.call('POST assessment/add_assessment', { level: 3 });
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  const typing = await logIn(stage.url, person.account, PASSWORD);
  await context.addCookies([{ name: 'Token', value: typing.token, url: stage.url, sameSite: 'Strict' }]);
  await page.goto(`/assessments/${id}/station`);
  await page.getByRole('tab', { name: /^Self-scoring/ }).click();
  await scoreInput(page, '1.1.1').waitFor();
  const sessions = await typing.api.call('GET session/sessions', {});
  const own = sessions.find(({ current }) => current);
  // Go offline first, or a background request of the page would get the 401 before the typed edit.
  await goOffline(page);
  await person.api.call('POST session/revoke_session', { id: own?.id ?? '' });
  await scoreInput(page, '1.1.1').fill('3');
  await context.setOffline(false);
  await page.getByText('session invalid').waitFor();

  // Another account in the same browser neither sees nor sends the edits.
  const other = await newStation(stage);
  await field(page, 'Account').fill(other.account);
  await field(page, 'Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await answered(page);
  expect(await page.getByText('not reached the server').count()).toBe(0);
  expect(await storedScore(person, id, '1.1.1')).toBeUndefined();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /测试水电站/ })
    .click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();

  await field(page, 'Account').fill(person.account);
  await field(page, 'Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => storedScore(person, id, '1.1.1'), { timeout: 10_000 }).toMatchObject({ score: 3 });
  expect(problems.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});
