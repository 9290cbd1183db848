import { hashPassword } from '@shp/shared/domain/passwords';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scoresAt } from '../../journey/materials.ts';
import { type Contract, type Person, startContract } from '../harness.ts';
import { addExpert, addManager, CITY, COUNTY, expertProfile, firstLogin, newAccount } from '../people.ts';
import { outcome, refusal } from '../strictClient.ts';
import { assign, bring, type Cast, conclude, ITEMS, prepare, type Review, score, step } from './review.ts';

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
/** Whether this account may conclude: each of both ends, judged by what is told and by what happens. */
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
/** From `submitted` to `reviewed`, the first step and the scores by these people. */
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
    newPassword: hashPassword(target.password),
  });
  return fresh;
};

test('who only concludes may', async () => {
  expect(await mayConclude(city, await bring(server, castOf(), 'reviewed'))).toBe(true);
  expect(await mayConclude(province, await bring(server, castOf(), 'reviewed'))).toBe(true);
  expect(await mayConclude(server.admin, await bring(server, castOf(), 'reviewed'))).toBe(true);
});

test('who made the first review may not, administrators included', async () => {
  for (const first of [city, server.admin]) {
    const done = await bring(server, castOf(), 'submitted');
    await review(done, first, [expert], city);
    expect(await mayConclude(first, done)).toBe(false);
    expect(await mayConclude(province, done)).toBe(true);
  }
});

test('nor in a later round, when somebody else made it then', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  await step(city, submitted, 'first_passed');
  await step(city, submitted, 'returned', '退回');
  await step(submitted.station, submitted, 'submitted');
  await review(submitted, county, [expert], city);
  expect(await mayConclude(city, submitted)).toBe(false);
});

test("who wrote scores in somebody's place may not", async () => {
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
  expect(await mayConclude(server.admin, prepared)).toBe(false);
  expect(await mayConclude(city, prepared)).toBe(true);
});

test("an expert that one created after the first submission is one's own hand", async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  const made = await addExpert(server, CITY, city);
  await step(county, submitted, 'returned', '退回');
  await step(submitted.station, submitted, 'submitted');
  await review(submitted, county, [made], city);
  expect(await mayConclude(city, submitted)).toBe(false);
  expect(await mayConclude(province, submitted)).toBe(true);
});

test('one that one created before it is not', async () => {
  const made = await addExpert(server, CITY, city);
  const submitted = await bring(server, castOf(), 'submitted');
  await review(submitted, county, [made], city);
  expect(await mayConclude(city, submitted)).toBe(true);
});

test('so is one whose password one set after it', async () => {
  const old = await addExpert(server, CITY);
  const submitted = await bring(server, castOf(), 'submitted');
  const taken = await resetBy(city, old);
  await review(submitted, county, [taken], city);
  expect(await mayConclude(city, submitted)).toBe(false);
});

test('so is one to whom one gave a fresh initial password after it, by adding it once more', async () => {
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

test('so is a first manager that one created, and one created by one that one created', async () => {
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

test('so is one that one created through an account that is gone since', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  const helper = await addManager(server, 'city_manager', CITY, province);
  const puppet = await addExpert(server, CITY, helper);
  await review(submitted, county, [puppet], city);
  await province.api.call('POST user/delete', { userId: helper.id, softDelete: false });
  expect(await mayConclude(province, submitted)).toBe(false);
  expect(await mayConclude(city, submitted)).toBe(true);
});

test('an expert that was only created, and did nothing here, binds nobody', async () => {
  const submitted = await bring(server, castOf(), 'submitted');
  await addExpert(server, CITY, city);
  await review(submitted, county, [expert], city);
  expect(await mayConclude(city, submitted)).toBe(true);
});

test('so is the station whose password one set, for its scores are judged here', async () => {
  const done = await bring(server, castOf(), 'reviewed');
  await resetBy(city, done.station);
  expect(await mayConclude(city, done)).toBe(false);
  expect(await mayConclude(province, done)).toBe(true);
});
