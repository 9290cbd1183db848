import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { scoresAt } from '../../support/materials.ts';
import {
  addExpert,
  addManager,
  CITY,
  COUNTY,
  expertProfile,
  FAR_CITY,
  FAR_COUNTY,
  firstLogin,
  NEIGHBOUR,
  newAccount,
} from '../../support/people.ts';
import { assign, bring, type Cast, conclude, ITEMS, prepare, type Review, score, step } from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
let province: Person;
let city: Person;
let county: Person;
let expert: Person;
beforeAll(async () => {
  server = await startContract();
  province = await addManager(server, 'province_manager', '450000');
  city = await addManager(server, 'city_manager', CITY);
  county = await addManager(server, 'county_manager', COUNTY);
  expert = await addExpert(server);
});
afterAll(() => server.stop());

const castOf = (): Cast => ({ first: county, final: city, experts: [expert] });
/** Whether this account may conclude, for both outcomes, checked by `next_steps` and by taking the steps. */
async function mayConclude(by: Person, review: Review): Promise<boolean> {
  const { id } = review;
  await by.api.call('POST assessment/update_conclusion', { id, conclusion: '结论' });
  const steps = (await by.api.call('GET assessment/next_steps', { id })).filter(
    ({ to }) => to === 'passed' || to === 'failed',
  );
  const told = steps.map(({ problems }) => problems.map(({ code }) => code));
  if (told.every((codes) => codes.length === 0)) {
    expect(await outcome(step(by, review, 'passed'))).toBe('200');
    return true;
  }
  expect(told).toEqual([['fourEyes'], ['fourEyes']]);
  for (const to of ['passed', 'failed'] as const) {
    const { status, code, fields } = await refusal(step(by, review, to));
    expect([status, code, ...Object.keys(fields)]).toEqual([409, 'incomplete', 'fourEyes']);
  }
  return false;
}
/** From `submitted` to `reviewed`, with these accounts for the first review and the scores. */
async function review(submitted: Review, first: Person, experts: Person[], manager: Person): Promise<void> {
  await step(first, submitted, 'first_passed');
  await assign({ ...submitted, cast: { ...submitted.cast, final: manager } }, experts);
  await step(manager, submitted, 'reviewing');
  for (const one of experts) {
    await score(one, submitted);
    await conclude(one, submitted);
  }
}
const resetBy = async (keeper: Person, target: Person) => {
  const { initialPassword } = await keeper.api.call('POST user/reset_password', { id: target.id });
  const fresh = await server.login(target.account, initialPassword);
  await fresh.api.call('POST user/change_password', {
    oldPassword: hashPassword(initialPassword),
    newPassword: hashPassword(`again-${initialPassword}`),
  });
  return fresh;
};

test('a manager who took no other part may conclude', async () => {
  expect(await mayConclude(city, await bring(server, castOf(), 'reviewed'))).toBe(true);
  expect(await mayConclude(province, await bring(server, castOf(), 'reviewed'))).toBe(true);
  expect(await mayConclude(server.admin, await bring(server, castOf(), 'reviewed'))).toBe(true);
});

test('the first reviewer may not conclude, not even an administrator', async () => {
  for (const first of [city, server.admin]) {
    const done = await bring(server, castOf(), 'submitted');
    await review(done, first, [expert], city);
    expect(await mayConclude(first, done)).toBe(false);
    expect(await mayConclude(province, done)).toBe(true);
  }
});

test('the first reviewer of an earlier round may not conclude either', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  await step(city, submitted, 'first_passed');
  await step(city, submitted, 'returned', '退回');
  await step(submitted.station, submitted, 'submitted');
  await review(submitted, county, [expert], city);
  expect(await mayConclude(city, submitted)).toBe(false);
});

test("the writer of an expert's scores may not conclude; the writer of the self scores may", async () => {
  const ofExpert = await bring(server, castOf(), 'reviewing');
  const input = { id: ofExpert.id, expertId: expert.id, items: scoresAt(ITEMS, 1, '') };
  await server.admin.api.call('POST assessment/expert_scores', input);
  await conclude(expert, ofExpert);
  expect(await mayConclude(server.admin, ofExpert)).toBe(false);
  const prepared = await prepare(server, castOf());
  await server.admin.api.call('POST assessment/station_scores', { id: prepared.id, items: scoresAt(ITEMS, 0.9, '由') });
  await prepared.station.api.call('POST assessment/save_station_score', { id: prepared.id });
  await step(prepared.station, prepared, 'submitted');
  await review(prepared, county, [expert], city);
  expect(await mayConclude(server.admin, prepared)).toBe(true);
});

test('an expert created by the final reviewer after the first submission is connected to it', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  const made = await addExpert(server, CITY, city);
  await step(county, submitted, 'returned', '退回');
  await step(submitted.station, submitted, 'submitted');
  await review(submitted, county, [made], city);
  expect(await mayConclude(city, submitted)).toBe(false);
  expect(await mayConclude(province, submitted)).toBe(true);
});

test('an expert created before the first submission is not connected', async () => {
  const made = await addExpert(server, CITY, city);
  const submitted = await bring(server, castOf(), 'submitted');
  await review(submitted, county, [made], city);
  expect(await mayConclude(city, submitted)).toBe(true);
});

test('an expert becomes connected when the final reviewer resets its password after the first submission', async () => {
  const old = await addExpert(server, CITY);
  const submitted = await bring(server, castOf(), 'submitted');
  const taken = await resetBy(city, old);
  await review(submitted, county, [taken], city);
  expect(await mayConclude(city, submitted)).toBe(false);
});

test('an expert becomes connected when adding it again issues a fresh initial password', async () => {
  const account = newAccount('expert');
  const input = { account, profile: expertProfile(account) };
  const add = () => city.api.call('POST user/add_expert', input, { idempotencyKey: account });
  await add();
  const submitted = await bring(server, castOf(), 'submitted');
  const { initialPassword = '' } = await add();
  const made = await firstLogin(server, account, initialPassword);
  await review(submitted, county, [made], city);
  expect(await mayConclude(city, submitted)).toBe(false);
});

test('an account created by the final reviewer is connected, directly or through another account', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  const helper = await addManager(server, 'city_manager', CITY, province);
  const puppet = await addExpert(server, CITY, helper);
  await review(submitted, county, [puppet], city);
  expect(await mayConclude(province, submitted)).toBe(false);
  expect(await mayConclude(helper, submitted)).toBe(false);
  expect(await mayConclude(city, submitted)).toBe(true);
  const again = await bring(server, castOf(), 'submitted');
  const first = await addManager(server, 'county_manager', COUNTY, province);
  await review(again, first, [expert], city);
  expect(await mayConclude(province, again)).toBe(false);
});

test('a connection lasts after the account in between was deleted', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  const helper = await addManager(server, 'city_manager', CITY, province);
  const puppet = await addExpert(server, CITY, helper);
  await review(submitted, county, [puppet], city);
  await province.api.call('POST user/delete', { userId: helper.id, softDelete: false });
  expect(await mayConclude(province, submitted)).toBe(false);
  expect(await mayConclude(city, submitted)).toBe(true);
});

test('an expert that did nothing in the assessment blocks nobody', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  await addExpert(server, CITY, city);
  await review(submitted, county, [expert], city);
  expect(await mayConclude(city, submitted)).toBe(true);
});

test("resetting the station's password does not block the conclusion", async () => {
  const done = await bring(server, castOf(), 'reviewed');
  await resetBy(city, done.station);
  expect(await mayConclude(city, done)).toBe(true);
});

test('an account whose password was reset after the submission is refused the steps its resetter may not do', async () => {
  const other = await addManager(server, 'city_manager', CITY);
  const done = await bring(server, castOf(), 'submitted');
  await review(done, province, [expert], city);
  expect(await mayConclude(province, done)).toBe(false);
  const taken = await resetBy(province, other);
  expect(await mayConclude(taken, done)).toBe(false);
  const fresh = await addManager(server, 'city_manager', CITY, province);
  expect(await mayConclude(fresh, done)).toBe(false);
  expect(await mayConclude(server.admin, done)).toBe(true);
});

test('an administrator cannot conclude through accounts it creates', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  await review(submitted, server.admin, [expert], server.admin);
  const puppet = await addManager(server, 'province_manager', '450000', server.admin);
  expect(await mayConclude(puppet, submitted)).toBe(false);
  expect(await mayConclude(server.admin, submitted)).toBe(false);
  expect(await mayConclude(province, submitted)).toBe(true);
  await server.admin.api.call('POST user/delete', { userId: puppet.id, softDelete: true });
});

/** The problems of the first review for this account. */
async function firstReview(by: Person, { id }: Review) {
  const steps = await by.api.call('GET assessment/next_steps', { id });
  const { actions } = await by.api.call('GET assessment', { id });
  const found = steps.find(({ to }) => to === 'first_passed');
  expect(actions.includes('first_passed')).toBe(found?.allowed);
  return found?.problems ?? [];
}
/** Whether the assessment is in the account's `waiting` list; also checks the list's total. */
async function waitsFor(by: Person, { id }: Review): Promise<boolean> {
  const { total, items } = await by.api.call('GET assessment/query', { waiting: true, size: 200 });
  expect(items.length).toBe(total);
  return items.some((row) => row.id === id);
}

test("an account that reset the station's password during the application may not pass its first review", async () => {
  const prepared = await prepare(server, castOf());
  const [keeper, upper] = [await addManager(server, 'county_manager', NEIGHBOUR), city];
  const own = await prepare(server, { ...castOf(), first: keeper });
  const taken = await resetBy(keeper, own.station);
  await step(taken, own, 'submitted');
  const [problem, ...others] = await firstReview(keeper, own);
  expect([problem?.code, others]).toEqual(['fourEyes', []]);
  for (const named of [own.station.account, upper.account]) expect(problem?.message).toContain(named);
  const { status, code, fields } = await refusal(step(keeper, own, 'first_passed'));
  expect([status, code, Object.keys(fields)]).toEqual([409, 'incomplete', ['fourEyes']]);
  expect(await waitsFor(keeper, own)).toBe(false);
  expect(await waitsFor(upper, own)).toBe(true);
  expect(await firstReview(upper, own)).toEqual([]);
  // The county may still return it.
  await step(keeper, own, 'returned', '退回');
  await step(taken, own, 'submitted');
  expect(await outcome(step(upper, own, 'first_passed'))).toBe('200');
  await step(prepared.station, prepared, 'submitted');
  expect([await waitsFor(county, prepared), await waitsFor(upper, prepared)]).toEqual([true, false]);
});

test("an account that filled in the station's form may not pass its first review, not even an administrator", async () => {
  const prepared = await prepare(server, castOf());
  const { id } = prepared;
  await server.admin.api.call('POST assessment/update_form', { id, form: { unit: { name: '改名（示例）' } } });
  await step(prepared.station, prepared, 'submitted');
  const [problem] = await firstReview(server.admin, prepared);
  expect(problem?.message).toContain(county.account);
  expect(await refusal(step(server.admin, prepared, 'first_passed'))).toMatchObject({ code: 'incomplete' });
  expect(await outcome(step(county, prepared, 'first_passed'))).toBe('200');
});

test('if every account of a unit is refused, the step moves to the unit above, and back when a colleague is added', async () => {
  const cityAlone = await addManager(server, 'city_manager', FAR_CITY);
  const keeper = await addManager(server, 'county_manager', FAR_COUNTY);
  const submitted = await bring(server, { ...castOf(), first: keeper, final: cityAlone }, 'submitted');
  await review(submitted, cityAlone, [expert], cityAlone);
  const waits = () => Promise.all([cityAlone, province, server.admin].map((one) => waitsFor(one, submitted)));
  expect(await waits()).toEqual([false, true, false]);
  const colleague = await addManager(server, 'city_manager', FAR_CITY);
  expect(await waits()).toEqual([true, false, false]);
  expect(await waitsFor(colleague, submitted)).toBe(true);
  await server.admin.api.call('POST user/delete', { userId: colleague.id, softDelete: true });
  expect(await waits()).toEqual([false, true, false]);
  await server.admin.api.call('POST user/recover', { userId: colleague.id });
  expect(await waits()).toEqual([true, false, false]);
  await server.admin.api.call('POST user/update_manager', { id: colleague.id, division: CITY });
  expect(await waits()).toEqual([false, true, false]);
  // The filters also find assessments that wait for the unit above.
  const filter = { waiting: true, status: ['reviewed' as const], level: [3 as const], city: FAR_CITY };
  expect((await province.api.call('GET assessment/query', filter)).total).toBe(1);
  expect((await province.api.call('GET assessment/query', { ...filter, city: CITY })).total).toBe(0);
  expect((await province.api.call('GET assessment/query', { ...filter, sortby: 'number' })).total).toBe(1);
  expect(await mayConclude(province, submitted)).toBe(true);
  expect(await waits()).toEqual([false, false, false]);
});

test('an administrator gets the conclusion that every province account is refused', async () => {
  const helped = await addManager(server, 'province_manager', '450000');
  const only = await bring(server, castOf(), 'submitted', { level: 2 });
  for (const one of [province, helped]) {
    await step(one, only, 'first_passed');
    if (one === province) await step(one, only, 'returned', '退回');
    if (one === province) await step(only.station, only, 'submitted');
  }
  await assign({ ...only, cast: { ...only.cast, final: province } }, [expert]);
  await step(province, only, 'reviewing');
  await score(expert, only);
  await conclude(expert, only);
  expect([await waitsFor(province, only), await waitsFor(server.admin, only)]).toEqual([false, true]);
  expect(await mayConclude(server.admin, only)).toBe(true);
});

test('a third account that reset both passwords is shown before the step and stored in its event', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  county = await resetBy(server.admin, county);
  await review(submitted, county, [expert], city);
  city = await resetBy(server.admin, city);
  const final = city;
  await final.api.call('POST assessment/update_conclusion', { id: submitted.id, conclusion: '结论' });
  const steps = await final.api.call('GET assessment/next_steps', { id: submitted.id });
  const [hint, ...more] = steps.find(({ to }) => to === 'passed')?.hints ?? [];
  expect([hint?.code, more]).toEqual(['commonMaker', []]);
  for (const named of [server.admin.account, county.account]) expect(hint?.message).toContain(named);
  expect(steps.find(({ to }) => to === 'returned')?.hints).toEqual([]);
  await step(final, submitted, 'passed');
  const kept = async (by: Person) => (await by.api.call('GET assessment/events', { id: submitted.id })).at(-1)?.hints;
  expect(await kept(final)).toEqual([hint]);
  expect(await kept(server.admin)).toEqual([hint]);
  expect([await kept(submitted.station), await kept(expert)]).toEqual([[], []]);
});

describe('a password reset warns before it blocks the resetter', () => {
  const effects = async (by: Person, target: Person, { id }: Review) => {
    const { assessments } = await by.api.call('GET user/reset_effects', { id: target.id });
    return assessments.find((one) => one.id === id)?.steps ?? [];
  };

  test('from the first review, if the account is the station of an open application', async () => {
    const prepared = await prepare(server, castOf());
    expect(await effects(county, prepared.station, prepared)).toEqual(['first_passed']);
    await step(prepared.station, prepared, 'submitted');
    expect(await effects(county, prepared.station, prepared)).toEqual(['first_passed']);
    const taken = await resetBy(county, prepared.station);
    expect(await effects(county, taken, prepared)).toEqual([]);
    await step(city, prepared, 'first_passed');
    expect(await effects(city, taken, prepared)).toEqual([]);
  });

  test('from the conclusion, if the account is an expert assigned to it', async () => {
    const own = await addExpert(server, CITY);
    const reviewing = await bring(server, { ...castOf(), experts: [own] }, 'reviewing');
    expect(await effects(city, own, reviewing)).toEqual(['passed', 'failed']);
    await score(own, reviewing);
    await conclude(own, reviewing);
    expect(await effects(city, own, reviewing)).toEqual(['passed', 'failed']);
    expect(await effects(city, await addExpert(server, CITY), reviewing)).toEqual([]);
    await resetBy(city, own);
    expect(await mayConclude(city, reviewing)).toBe(false);
  });

  test('from the conclusion, if the account is the first manager of the application', async () => {
    const keeper = await addManager(server, 'county_manager', '450304');
    const submitted = await bring(server, { ...castOf(), first: keeper }, 'submitted', { level: 2 });
    expect(await effects(province, keeper, submitted)).toEqual(['passed', 'failed']);
    expect(await effects(province, county, submitted)).toEqual([]);
  });

  test('not at all, while nothing is to be concluded', async () => {
    const own = await addExpert(server, CITY);
    expect((await city.api.call('GET user/reset_effects', { id: own.id })).assessments).toEqual([]);
    expect(await refusal(county.api.call('GET user/reset_effects', { id: own.id }))).toMatchObject({ status: 404 });
  });
});

test('who reset second factors stands behind the account, as after a reset password', async () => {
  const helper = await addManager(server, 'city_manager', CITY);
  const keeper = await addManager(server, 'county_manager', COUNTY);
  const done = await bring(server, { ...castOf(), first: keeper }, 'submitted');
  await province.api.call('POST user/reset_factor', { id: keeper.id });
  const fresh = await server.login(keeper.account, keeper.password);
  await review(done, fresh, [expert], helper);
  expect(await mayConclude(province, done)).toBe(false);
  expect(await mayConclude(helper, done)).toBe(true);
});

describe('the creators of expert accounts', () => {
  const madeBy = async (by: Person, { id }: Review) =>
    (await by.api.call('GET assessment/experts', { id })).map((one) => one.madeBy);

  test('are shown to managers: who created the account or last reset it', async () => {
    const own = await addExpert(server, CITY, city);
    const reviewing = await bring(server, { ...castOf(), experts: [own] }, 'reviewing');
    expect(await madeBy(city, reviewing)).toEqual([{ id: city.id, name: expect.any(String) }]);
    expect(await madeBy(own, reviewing)).toEqual([undefined]);
    await server.admin.api.call('POST user/reset_password', { id: own.id });
    expect(await madeBy(county, reviewing)).toEqual([{ id: server.admin.id, name: expect.any(String) }]);
  });

  test('are known for deleted accounts', async () => {
    const helper = await addManager(server, 'city_manager', CITY);
    const own = await addExpert(server, CITY, helper);
    const reviewing = await bring(server, { ...castOf(), experts: [own] }, 'reviewing');
    const [before] = await madeBy(city, reviewing);
    await server.admin.api.call('POST user/delete', { userId: helper.id, softDelete: false });
    expect(await madeBy(city, reviewing)).toEqual([before]);
    expect(before?.id).toBe(helper.id);
  });

  test('decide a conclusion that needs independent experts, by the rule in force at the first submission', async () => {
    const settle = (minIndependentExperts: number) =>
      server.admin.api.call('POST system/update_settings', { minIndependentExperts });
    const helper = await addManager(server, 'city_manager', CITY);
    const own = await addExpert(server, CITY, helper);
    const before = await bring(server, { ...castOf(), experts: [own] }, 'submitted');
    await settle(1);
    const dependent = await bring(server, { ...castOf(), experts: [own] }, 'submitted');
    await settle(0);
    expect((await city.api.call('GET assessment', { id: dependent.id })).rules.minIndependentExperts).toBe(1);
    for (const one of [before, dependent]) await review(one, county, [own], city);
    expect(await mayConclude(city, before)).toBe(true);
    const { id } = dependent;
    await city.api.call('POST assessment/update_conclusion', { id, conclusion: '结论' });
    const told = (await city.api.call('GET assessment/next_steps', { id })).filter(({ to }) => to === 'passed');
    expect(told.map(({ problems }) => problems.map(({ code }) => code))).toEqual([['minIndependent']]);
    expect(await refusal(step(city, dependent, 'passed'))).toMatchObject({
      status: 409,
      code: 'incomplete',
      fields: { minIndependent: expect.any(String) },
    });
    expect(await mayConclude(province, dependent)).toBe(true);
  });
});
