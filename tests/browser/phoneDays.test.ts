import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { texts } from '@shp/shared/text/common';
import { offline as enOffline } from '@shp/shared/text/en/device/offline';
import { expert as enExpert } from '@shp/shared/text/en/expert';
import { login as enLogin } from '@shp/shared/text/en/login';
import { managing as enManaging } from '@shp/shared/text/en/managing';
import { outbox as enOutbox } from '@shp/shared/text/en/outbox';
import { review as enReview } from '@shp/shared/text/en/review';
import { rules as enRules } from '@shp/shared/text/en/rules';
import { findings as enFindings } from '@shp/shared/text/findings/en';
import { findings as zhFindings } from '@shp/shared/text/findings/zh';
import { offline as zhOffline } from '@shp/shared/text/zh/device/offline';
import { expert as zhExpert } from '@shp/shared/text/zh/expert';
import { login as zhLogin } from '@shp/shared/text/zh/login';
import { managing as zhManaging } from '@shp/shared/text/zh/managing';
import { outbox as zhOutbox } from '@shp/shared/text/zh/outbox';
import { review as zhReview } from '@shp/shared/text/zh/review';
import { rules as zhRules } from '@shp/shared/text/zh/rules';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPLETE_FORM, png } from '../support/materials.ts';
import { PHONE } from './devices.ts';
import { EXPERT_PASSWORD, newReview, scoreAllBut, storedExpertScore } from './experts.ts';
import { openStage, type Stage } from './harness.ts';
import { fillIn, itemsOf, newDraft, PASSWORD, reasonInput, scoreInput, storedScore } from './stations.ts';
import { faultsOf } from './visualChecks.ts';
import { buttonName } from './workday.ts';

/** Working days on a phone: 380 px, fingers only, in both languages; each page is looked at by axe and does not scroll sideways. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const WORDS = {
  en: {
    ...{ field: enOffline, expert: enExpert, login: enLogin, managing: enManaging, outbox: enOutbox },
    ...{ review: enReview, rules: enRules, findings: enFindings },
  },
  zh: {
    ...{ field: zhOffline, expert: zhExpert, login: zhLogin, managing: zhManaging, outbox: zhOutbox },
    ...{ review: zhReview, rules: zhRules, findings: zhFindings },
  },
};
const LANGS = ['en', 'zh'] as const;

/** Signs in on a phone. */
async function signIn(lang: Lang, account: string, password: string) {
  const { page, problems } = await stage.visit({ lang, device: PHONE });
  await page.goto('/');
  const { login } = WORDS[lang];
  await page.getByRole('button', { name: login.logIn }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const fields = texts[lang].fields;
  await page.getByLabel(fields.account, { exact: true }).fill(account);
  await page.getByLabel(fields.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: login.logIn }).tap();
  await page.locator('main h1').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  return { page, problems };
}

/** Opens a part of an assessment and looks at it. */
async function open(page: Page, label: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${label}`) }).tap();
  expect(await faultsOf(page)).toEqual([]);
}

/** Takes a step at the foot of the page. */
async function step(page: Page, lang: Lang, name: StepName): Promise<void> {
  const label = WORDS[lang].rules.steps[name];
  const button = buttonName(name, WORDS[lang]);
  await page.getByRole('button', { name: button }).and(page.locator('[aria-disabled=false]')).tap();
  const dialog = page.getByRole('dialog', { name: label });
  await dialog.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: label }).tap();
  await dialog.waitFor({ state: 'detached' });
}

const saved = (page: Page, lang: Lang) =>
  page.getByRole('status').getByText(WORDS[lang].outbox.states.saved, { exact: true }).waitFor();
const photo = (width: number) => ({ name: 'IMG.png', mimeType: 'image/png', buffer: Buffer.from(png(width, 30)) });

test.each(LANGS)(
  'the day of a station (%s): what is missing, a photograph, the application, a finding mended',
  async (lang) => {
    const { findings, review, rules, field } = WORDS[lang];
    const { person, id } = await newDraft(stage);
    await fillIn(person, id, { ...COMPLETE_FORM, unit: { ...COMPLETE_FORM.unit, contact: null } });
    const { page, problems } = await signIn(lang, person.account, PASSWORD);
    await page.locator(`main a[href*="${id}"]`).first().tap();
    await open(page, review.tabs.form);
    await page.getByRole('textbox', { name: texts[lang].fields.contact }).first().fill('示例联系人');
    await saved(page, lang);
    await open(page, review.tabs.score);
    await scoreInput(page, '1.1.1').fill('3');
    await reasonInput(page, '1.1.1').fill('记录缺两个月（示例）');
    await page.getByLabel(field.photo.takeFor('1.1.1')).setInputFiles([photo(2400)]);
    await saved(page, lang);
    await expect.poll(async () => (await storedScore(person, id, '1.1.1'))?.score).toBe(3);
    const evidence = async () => (await person.api.call('GET file/evidence', { asmId: id, serial1: '1' })).length;
    await expect.poll(evidence, { timeout: 20_000 }).toBe(1);
    await open(page, review.tabs.files);
    await open(page, findings.title);
    await page.getByRole('button', { name: findings.screen.add }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(findings.screen.text).fill('护栏锈蚀（示例）');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: findings.screen.add }).tap();
    const card = page.getByRole('list', { name: findings.title, exact: true }).getByRole('listitem');
    await card.getByRole('button').tap();
    await dialog.getByLabel(findings.screen.texts.plan).fill('更换（示例）');
    await dialog.getByLabel(findings.screen.person).fill('示例甲');
    await dialog.getByRole('textbox', { name: findings.screen.day }).fill('2099-12-31');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: rules.findingSteps.plan }).tap();
    await dialog.getByRole('button', { name: rules.findingSteps.finish }).waitFor();
    await dialog.locator('input[capture]').setInputFiles([photo(2000)]);
    await dialog.getByRole('button', { name: /\.jpg/ }).first().waitFor();
    await dialog.getByLabel(findings.screen.texts.finish).fill('已更换（示例）');
    await dialog.getByRole('button', { name: rules.findingSteps.finish }).and(page.locator(':enabled')).tap();
    await dialog.getByText(rules.findingStates.done).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button').last().tap();
    await step(page, lang, 'submit');
    expect((await person.api.call('GET assessment', { id })).status).toBe('submitted');
    const { items } = await person.api.call('GET finding/query', {});
    expect(items.map(({ state }) => state)).toEqual(['done']);
    expect(problems).toEqual([]);
  },
  240_000,
);

test.each(LANGS)(
  'the day of an expert on site (%s): the last item, its reason and photograph, the conclusion',
  async (lang) => {
    const { expert: words } = WORDS[lang];
    const { id, experts } = await newReview(stage);
    const [expert] = experts;
    if (!expert) throw new Error('no expert');
    const items = await itemsOf(expert, id);
    const last = items.at(-1)?.serial ?? '';
    await scoreAllBut(expert, id, [last]);
    const { page, problems } = await signIn(lang, expert.account, EXPERT_PASSWORD);
    await page.locator(`main a[href*="${id}"]`).first().tap();
    await page.getByRole('tab').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByText(words.open.title(1)).tap();
    await page.getByRole('list', { name: words.open.unscored }).getByRole('link').first().tap();
    await scoreInput(page, last).fill('0');
    await reasonInput(page, last).fill('现场未见（示例）');
    await saved(page, lang);
    await expect.poll(async () => (await storedExpertScore(expert, id, last))?.reason).toBe('现场未见（示例）');
    await open(page, words.parts.form);
    await open(page, words.parts.files);
    await open(page, words.parts.conclusion);
    await page.getByRole('textbox', { name: words.conclude.text }).fill('总体符合要求（示例）。');
    await saved(page, lang);
    const conclude = page.getByRole('button', { name: words.conclude.action, exact: true });
    await conclude.and(page.locator('[aria-disabled=false]')).tap();
    await page.getByRole('dialog').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: words.conclude.action }).tap();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await expert.api.call('GET assessment/experts_conclusion', { id }))[0]?.at)
      .not.toBeNull();
    expect(problems).toEqual([]);
  },
  240_000,
);

test.each(LANGS)(
  'the day of a county unit (%s): an application passed, an inspection, a finding closed',
  async (lang) => {
    const { findings, managing, rules } = WORDS[lang];
    const county = await stage.person('county_manager');
    const { division } = await county.api.call('GET user', {});
    const { person: station, id } = await newDraft(stage, 3, division ?? '');
    await fillIn(station, id);
    const { id: mended, no } = await station.api.call('POST finding/add', { text: '护栏锈蚀（示例）' });
    await station.api.call('POST finding/step', { id: mended, to: 'planned', text: '更换（示例）', due: '2099-12-31' });
    await station.api.call('POST finding/step', { id: mended, to: 'done', text: '已更换（示例）' });
    await station.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
    const { number } = await station.api.call('GET assessment', { id });
    const { page, problems } = await signIn(lang, county.account, DEMO_PASSWORD);
    await page.goto(`/assessments?search=${number}`);
    await page.locator(`main a[href*="${id}"]`).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.locator(`main a[href*="${id}"]`).first().tap();
    await page.getByRole('tab').first().waitFor();
    for (const part of [managing.parts.form, managing.parts.score, managing.parts.files, managing.parts.findings])
      await open(page, part);
    await page.getByRole('button', { name: findings.screen.add }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(findings.screen.text).fill('标识牌缺失（示例）');
    await dialog.getByLabel(findings.screen.advice).fill('补装（示例）');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: findings.screen.add }).tap();
    await page.getByText('标识牌缺失（示例）').waitFor();
    await page.getByRole('button', { name: findings.screen.open(no) }).tap();
    await dialog.getByRole('radio', { name: rules.findingSteps.sendBack }).waitFor();
    // The dialog's own button may have the same name, and comes before the one of the step.
    await dialog.getByRole('button', { name: rules.findingSteps.close }).last().tap();
    await page
      .getByRole('dialog', { name: findings.screen.closeAsk(no) })
      .getByRole('button', { name: rules.findingSteps.close })
      .tap();
    await dialog.getByText(rules.findingStates.closed).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button').last().tap();
    await step(page, lang, 'passFirst');
    expect((await station.api.call('GET assessment', { id })).status).toBe('first_passed');
    expect((await station.api.call('GET finding', { id: mended })).state).toBe('closed');
    expect(problems).toEqual([]);
  },
  240_000,
);
