import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { isManaging, USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import { ON_PROGRESS } from '@shp/shared/domain/assessment/statuses';
import { rules } from '@shp/shared/text/en/rules';
import { web } from '@shp/shared/text/en/web';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmSession, type Person } from '../support/accounts.ts';
import { addApp, codeOf } from '../support/factors.ts';
import { COMPLETE_FORM } from '../support/materials.ts';
import { EXPERT_PASSWORD, newReview, scoreAllBut } from './experts.ts';
import { accountOf, carry, openStage, type Stage, type Visit } from './harness.ts';
import { openTabByKeys, pressAt, shown, submitByKeys, tabTo } from './keys.ts';
import { newManager, submitted } from './reviews.ts';
import { fillIn, itemsOf, newDraft, PASSWORD, saved } from './stations.ts';
import { buttonName, logInAt, step as stepByMouse } from './workday.ts';

/** The first minutes of a working day, by keyboard alone and by mouse: sign in, see what waits, do the oldest, see it gone. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** How a person goes through a page. */
type Hand = {
  signIn(page: Page, account: string, password: string): Promise<void>;
  /** Presses the first link or button of this name. */
  press(page: Page, name: string | RegExp): Promise<void>;
  /** Writes into an empty input. */
  write(page: Page, label: string, text: string): Promise<void>;
  openTab(page: Page, name: RegExp): Promise<void>;
  goHome(page: Page): Promise<void>;
  /** Takes a step that needs no description. */
  step(page: Page, name: StepName): Promise<void>;
  submit(page: Page): Promise<void>;
};

const keyboard: Hand = {
  async signIn(page, account, password) {
    await shown(page, 'button', 'Log in');
    await tabTo(page, 'Account');
    await page.keyboard.type(account);
    await tabTo(page, 'Password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
  },
  press: (page, name) => pressAt(page, name),
  async write(page, label, text) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  },
  openTab: openTabByKeys,
  /** By the command box. */
  async goHome(page) {
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type('Home');
    await page.getByRole('option', { name: /^Home/ }).waitFor();
    await page.keyboard.press('Enter');
  },
  /** Its button at the foot, which is before the head of the page by Shift+Tab, and the dialog's. */
  async step(page, name) {
    const button = page.getByRole('region', { name: 'Next steps' }).getByRole('button', { name: buttonName(name) });
    await button.and(page.locator('[aria-disabled=false]')).waitFor();
    await tabTo(page, buttonName(name), true);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: rules.steps[name] });
    await dialog.waitFor();
    await pressAt(page, rules.steps[name]);
    await dialog.waitFor({ state: 'detached' });
  },
  submit: submitByKeys,
};

const mouse: Hand = {
  signIn: logInAt,
  async press(page, name) {
    const named = typeof name === 'string' ? { name, exact: true } : { name };
    await page.getByRole('link', named).or(page.getByRole('button', named)).first().click();
  },
  write: (page, label, text) => page.getByRole('textbox', { name: label }).first().fill(text),
  openTab: (page, name) => page.getByRole('tab', { name }).first().click(),
  goHome: (page) => page.getByRole('link', { name: 'Home', exact: true }).click(),
  step: (page, name) => stepByMouse(page, name),
  async submit(page) {
    await page.getByRole('tab', { name: /^Submit/ }).click();
    await page.getByText(/Nothing is missing|^Ready; /).waitFor();
    await stepByMouse(page, 'submit', '已核对（示例）');
    await page.getByText('Next: first review').waitFor();
  },
};

const home = (page: Page) => page.getByRole('heading', { level: 1, name: web.home.title }).waitFor();
const waitingFor = (page: Page, count: number) => page.getByRole('region', { name: `${count} waiting for you` });
/** A station's name within the name of a link. */
const startsWith = (name: string) => new RegExp(`^${name.replace(/[（）]/g, '.')}`);

type Who = {
  hand: Hand;
  person(role: UserRole): Promise<Person>;
  /** Signs in and opens the home page. */
  enter(role: UserRole): Promise<Visit>;
};

async function goHome(hand: Hand, page: Page): Promise<void> {
  await hand.goHome(page);
  await home(page);
}

/** The mornings of the accounts that manage a division or the system. */
function managingMornings({ hand, person, enter }: Who): void {
  /** Concludes as the rules say, with the wording that is filled in. */
  async function conclude(page: Page): Promise<void> {
    await hand.openTab(page, /^Conclusion/);
    const verdict = page.getByText(/^By the rules: /);
    await verdict.waitFor();
    const passed = (await verdict.innerText()).startsWith('By the rules: qualifies');
    await expect.poll(() => page.getByRole('textbox', { name: 'Conclusion' }).inputValue()).not.toBe('');
    await hand.step(page, passed ? 'pass' : 'fail');
  }

  // A city's own first reviews wait for it again once they are passed: what it concludes is gone.
  test.each([
    ['county_manager', 'submitted', 'passed', ['first_passed']],
    ['city_manager', 'reviewed', 'concluded', ['passed', 'failed']],
    ['province_manager', 'reviewed', 'concluded', ['passed', 'failed']],
  ] as const)(
    'the morning of a %s: the oldest that is %s is %s, and one less waits',
    async (role, status, _done, after) => {
      const { api } = await person(role);
      const { items, total } = await api.call('GET assessment/query', {
        waiting: true,
        sortby: 'statusSince',
        size: 6,
      });
      const oldest = items.find((row) => row.status === status);
      if (!oldest) throw new Error('nothing of it is shown to the unit');
      const { page, problems } = await enter(role);
      await waitingFor(page, total).waitFor();
      await shown(page, 'link', oldest.station.name);
      await hand.press(page, oldest.station.name);
      await page.getByRole('heading', { level: 1, name: oldest.number }).waitFor();
      await (status === 'submitted' ? hand.step(page, 'passFirst') : conclude(page));
      await goHome(hand, page);
      await waitingFor(page, total - 1).waitFor();
      expect(after).toContain((await api.call('GET assessment', { id: oldest.id })).status);
      expect(problems).toEqual([]);
    },
  );

  test('the morning of a ministry: from the region to a city and back', async () => {
    const { page, problems } = await enter('ministry_manager');
    const heading = page.getByRole('heading', { name: /^Overview · / });
    await heading.waitFor();
    const region = await heading.innerText();
    await hand.press(page, /^南宁市/);
    await page.getByRole('heading', { name: 'Overview · 南宁市' }).waitFor();
    await hand.press(page, /^Back to /);
    await page.getByRole('heading', { name: region }).waitFor();
    expect(problems).toEqual([]);
  });

  test('the morning of an administrator: from what is overdue to a first review, and one less is overdue', async () => {
    const { api } = await person('admin');
    const late = { overdue: true, size: 200 } as const;
    const { items, total } = await api.call('GET assessment/query', late);
    const { page, problems } = await enter('admin');
    await shown(page, 'link', `${total} overdue`);
    await hand.press(page, `${total} overdue`);
    await page
      .getByText(/^GXXSD-/)
      .first()
      .waitFor();
    const rows = await page.getByRole('row').allInnerTexts();
    const oldest = items
      .filter(({ status, number }) => status === 'submitted' && rows.some((text) => text.includes(number)))
      .toSorted((one, other) => one.statusSince.localeCompare(other.statusSince))[0];
    if (!oldest) throw new Error('no first review is overdue');
    await hand.press(page, startsWith(oldest.station.name));
    await page.getByRole('heading', { level: 1, name: oldest.number }).waitFor();
    await hand.step(page, 'passFirst');
    await goHome(hand, page);
    await shown(page, 'link', `${total - 1} overdue`);
    expect((await api.call('GET assessment', { id: oldest.id })).status).toBe('first_passed');
    expect(problems).toEqual([]);
  });
}

describe.each([
  ['by keyboard alone', keyboard],
  ['by mouse', mouse],
] as const)('%s', (_name, hand) => {
  async function signIn(account: string, password: string): Promise<Visit> {
    const visit = await stage.visit({ lang: 'en' });
    await visit.page.goto('/');
    await hand.signIn(visit.page, account, password);
    await home(visit.page);
    return visit;
  }
  const asDemo = (role: UserRole) => signIn(accountOf(stage.server.data, role), DEMO_PASSWORD);

  managingMornings({ hand, person: (role) => stage.person(role), enter: asDemo });

  test('the morning of an expert: the last item scored, concluded, and nothing waits', async () => {
    const { id, experts } = await newReview(stage);
    const [expert] = experts;
    if (!expert) throw new Error('no expert');
    const items = await itemsOf(expert, id);
    const [open] = items;
    if (!open) throw new Error('no item');
    await scoreAllBut(expert, id, [open.serial]);
    const { station } = await expert.api.call('GET assessment', { id });
    const { page, problems } = await signIn(expert.account, EXPERT_PASSWORD);
    await page.getByText(`${items.length - 1}/${items.length} items scored`).waitFor();
    await hand.press(page, station.name);
    await page.getByText('What is left (1)').waitFor();
    await hand.write(page, `Score of item ${open.serial}, at most ${open.score}`, String(open.score));
    await page.getByText('Every item is scored.').waitFor();
    await hand.openTab(page, /^Conclusion/);
    await page.getByLabel('Your conclusion').waitFor();
    await hand.write(page, 'Your conclusion', '总体符合要求（示例）。');
    await saved(page);
    await page.getByRole('button', { name: 'Conclude' }).and(page.locator('[aria-disabled=false]')).waitFor();
    await hand.press(page, 'Conclude');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await hand.press(page, 'Conclude');
    await dialog.waitFor({ state: 'detached' });
    await goHome(hand, page);
    await waitingFor(page, 0).getByText('Nothing is waiting for you.').waitFor();
    expect(problems).toEqual([]);
  });

  test('the morning of a station: what is missing is filled in, and the application goes on', async () => {
    const { person, id } = await newDraft(stage);
    await fillIn(person, id, { ...COMPLETE_FORM, unit: { ...COMPLETE_FORM.unit, contact: null } });
    const { page, problems } = await signIn(person.account, PASSWORD);
    const panel = page.getByRole('region', { name: /^Application: Level/ });
    await panel.getByText(/still missing$/).waitFor();
    await hand.press(page, 'Continue');
    await page.getByRole('textbox', { name: 'Contact' }).first().waitFor();
    await hand.write(page, 'Contact', '示例联系人');
    await saved(page);
    await hand.submit(page);
    await goHome(hand, page);
    const current = panel.locator('[aria-current=step]');
    await expect.poll(() => current.innerText()).toMatch(/^First review/);
    expect(problems).toEqual([]);
  });

  test('the morning of an aggregate account: its stations, and one of their reviews', async () => {
    const { api } = await stage.person('supervisor');
    const { items } = await api.call('GET assessment/query', { status: [...ON_PROGRESS], size: 1 });
    const name = items[0]?.station.name ?? '';
    const { page, problems } = await asDemo('supervisor');
    await shown(page, 'link', 'Standardisation assessments');
    await hand.press(page, 'Standardisation assessments');
    await hand.press(page, startsWith(name));
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(problems).toEqual([]);
  });
});

test('the link to what waits next does not take the focus from the command box, however late it comes', async () => {
  const [first] = [await submitted(stage), await submitted(stage)];
  const { page, context } = await stage.visit({ lang: 'en' });
  await carry(context, await newManager(stage));
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/assessment\/query\?.*submittedAt/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/assessments/${first.id}/first_manager`);
  await page.getByRole('tab').first().waitFor();
  await keyboard.step(page, 'passFirst');
  await page.keyboard.press('/');
  const box = page.getByRole('dialog').getByRole('combobox');
  await box.waitFor();
  answer();
  await page.locator('a', { hasText: 'Next waiting for me' }).waitFor();
  await page.keyboard.type('Home');
  expect(await box.inputValue()).toBe('Home');
});

describe('by mouse, where managing accounts need a second factor', () => {
  const people = new Map<UserRole, { person: Person; secret: string }>();
  let demanding: Stage;
  beforeAll(async () => {
    demanding = await openStage();
    for (const role of USER_ROLES.filter(isManaging)) {
      const person = await demanding.person(role);
      await confirmSession(person);
      people.set(role, { person, secret: (await addApp(person)).secret });
    }
    await people.get('admin')?.person.api.call('POST system/update_settings', { secondFactor: 'managing' });
  });
  afterAll(() => demanding.close());
  const found = (role: UserRole) => {
    const one = people.get(role);
    if (!one) throw new Error(`${role} has no second factor`);
    return one;
  };

  managingMornings({
    hand: mouse,
    person: async (role) => found(role).person,
    async enter(role) {
      const { person, secret } = found(role);
      const visit = await demanding.visit({ lang: 'en' });
      await visit.page.goto('/');
      await mouse.signIn(visit.page, person.account, DEMO_PASSWORD);
      await visit.page.getByRole('heading', { name: 'Second step' }).waitFor();
      // The code of the present step was used when the app was added.
      await visit.page.getByLabel('Code').fill(codeOf(secret, 1));
      await visit.page.keyboard.press('Enter');
      await home(visit.page);
      return visit;
    },
  });
});
