import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { expect } from 'vitest';
import type { Contract, Person } from './contract.ts';
import { scoresAt } from './materials.ts';
import { addExpert, addManager, CITY, COUNTY, FAR_CITY, FAR_COUNTY, NEIGHBOUR } from './people.ts';
import { assign, bring, type Cast, conclude, ITEMS, prepare, type Review, score, step } from './review.ts';
import { outcome } from './strictClient.ts';

/** Reviews in which the four-eyes rule refuses an account, each for a different reason. */
export type Scenes = {
  readonly managers: readonly Person[];
  readonly reviews: Readonly<Record<(typeof REASONS)[number], Review>>;
};

const REASONS = ['stationReset', 'formWritten', 'firstReviewed', 'expertMade', 'scoresWritten', 'commonMaker'] as const;

/** Plays the scenes on a new server and checks the rule's verdict on each. */
export async function playScenes(server: Contract): Promise<Scenes> {
  const { admin } = server;
  const province = await addManager(server, 'province_manager', '450000');
  const city = await addManager(server, 'city_manager', CITY);
  const county = await addManager(server, 'county_manager', COUNTY);
  const keeper = await addManager(server, 'county_manager', NEIGHBOUR);
  const farCity = await addManager(server, 'city_manager', FAR_CITY);
  const farCounty = await addManager(server, 'county_manager', FAR_COUNTY);
  const expert = await addExpert(server);
  const cast: Cast = { first: county, final: city, experts: [expert] };

  const stationReset = await prepare(server, { ...cast, first: keeper });
  const { initialPassword } = await keeper.api.call('POST user/reset_password', { id: stationReset.station.id });
  const taken = await server.login(stationReset.station.account, initialPassword);
  await taken.api.call('POST user/change_password', {
    oldPassword: hashPassword(initialPassword),
    newPassword: hashPassword('scenes-2026'),
  });
  await step(taken, stationReset, 'submitted');

  const formWritten = await prepare(server, cast);
  const form = { unit: { name: '改名（示例）' } };
  await admin.api.call('POST assessment/update_form', { id: formWritten.id, form });
  await step(formWritten.station, formWritten, 'submitted');

  const firstReviewed = await bring(server, { ...cast, first: farCounty, final: farCity }, 'submitted');
  await review(firstReviewed, farCity, expert);

  const expertMade = await bring(server, cast, 'submitted');
  await review(expertMade, county, await addExpert(server, CITY, city));

  const scoresWritten = await bring(server, cast, 'reviewing');
  const items = scoresAt(ITEMS, 1, '');
  await admin.api.call('POST assessment/expert_scores', { id: scoresWritten.id, expertId: expert.id, items });
  await conclude(expert, scoresWritten);

  const commonMaker = await bring(server, cast, 'submitted');
  const newCounty = await addManager(server, 'county_manager', COUNTY, province);
  await review(commonMaker, newCounty, expert);
  const colleague = await addManager(server, 'city_manager', CITY, province);

  const scenes = {
    managers: [admin, province, city, colleague, county, newCounty, keeper, farCity, farCounty],
    reviews: { stationReset, formWritten, firstReviewed, expertMade, scoresWritten, commonMaker },
  };
  expect(verdicts(await judgement(server, scenes), scenes)).toEqual({
    stationReset: { refused: [keeper.account], waitsFor: [city.account, colleague.account], hinted: [] },
    formWritten: { refused: [admin.account], waitsFor: [county.account, newCounty.account], hinted: [] },
    firstReviewed: { refused: [farCity.account], waitsFor: [province.account], hinted: [] },
    expertMade: { refused: [city.account], waitsFor: [city.account, colleague.account], hinted: [] },
    scoresWritten: { refused: [admin.account], waitsFor: [city.account, colleague.account], hinted: [] },
    commonMaker: {
      refused: [province.account],
      waitsFor: [city.account, colleague.account],
      hinted: [colleague.account],
    },
  });
  return scenes;
}

/** From `submitted` to `reviewed`. */
async function review(submitted: Review, first: Person, expert: Person): Promise<void> {
  await step(first, submitted, 'first_passed');
  await assign(submitted, [expert]);
  await step(submitted.cast.final, submitted, 'reviewing');
  await score(expert, submitted);
  await conclude(expert, submitted);
}

type Told = { steps: Record<string, unknown>; waiting: string[] };

/** The `next_steps` of every scene and the `waiting` list of every manager, by account. */
export async function judgement(server: Contract, { managers, reviews }: Scenes): Promise<Record<string, Told>> {
  const all: Record<string, Told> = {};
  for (const { account, password } of managers) {
    const { api } = await server.login(account, password);
    const steps: Told['steps'] = {};
    for (const [reason, { id }] of Object.entries(reviews))
      steps[reason] = await api.call('GET assessment/next_steps', { id }).catch(({ status }) => status);
    const { items } = await api.call('GET assessment/query', { waiting: true, size: 200 });
    all[account] = { steps, waiting: items.map(({ id }) => id).sort() };
  }
  return all;
}

/** Per scene: the accounts that the rule refuses, those for which the step waits, and those that get a hint. */
function verdicts(judged: Record<string, Told>, { managers, reviews }: Scenes) {
  const those = (is: (told: Told) => boolean) =>
    managers.map(({ account }) => account).filter((account) => is(judged[account] ?? { steps: {}, waiting: [] }));
  return Object.fromEntries(
    Object.entries(reviews).map(([reason, { id }]) => [
      reason,
      {
        refused: those(({ steps }) => JSON.stringify(steps[reason]).includes('"fourEyes"')),
        waitsFor: those(({ waiting }) => waiting.includes(id)),
        hinted: those(({ steps }) => JSON.stringify(steps[reason]).includes('"commonMaker"')),
      },
    ]),
  );
}

/** Takes a step that the rule refuses, then the same step by the unit above: the server must act as announced. */
export async function expectRuleActs(server: Contract, { managers, reviews }: Scenes): Promise<void> {
  const [province, farCity] = ['province_manager', 'city_manager'].map((role) =>
    managers.findLast((one) => one.role === role),
  );
  for (const [manager, expected] of [
    [farCity, '409 incomplete'],
    [province, '200'],
  ] as const) {
    const person = await server.login(manager?.account ?? '', manager?.password ?? '');
    const { id } = reviews.firstReviewed;
    await person.api.call('POST assessment/update_conclusion', { id, conclusion: '结论' });
    expect(await outcome(step(person, reviews.firstReviewed, 'passed'))).toBe(expected);
  }
}
