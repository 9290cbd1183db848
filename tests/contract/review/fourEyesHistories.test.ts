import { violations } from '@shp/server/store/checks/rules';
import { openForInspection } from '@shp/server/store/db/database';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { UnitRole } from '@shp/shared/domain/accounts/roles';
import { mayManage } from '@shp/shared/domain/accounts/userAdministration';
import type {
  Contribution,
  ContributionKind,
  FourEyesRecord,
  GuardedStep,
} from '@shp/shared/domain/assessment/fourEyes';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { FourEyesOracle } from '../../../shared/test/fourEyesOracle.ts';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { scoresAt } from '../../support/materials.ts';
import { addExpert, CITY, COUNTY, managerProfile, newAccount } from '../../support/people.ts';
import { conclude, ITEMS, prepare, type Review, score, step } from '../../support/review.ts';

/**
 * Random histories of accounts and steps, played through the API and compared with the oracle: whom the rule refuses,
 * who gets a hint, for whom a step waits, and what a reset takes away.
 */

/** A logical clock: every event gets the next moment. */
let moment = 0;
const now = () => new Date(++moment).toISOString();

let chosen = 0;
/** Logs in with an initial password and chooses one that the account has never had. */
async function chooseNext(account: string, initial: string): Promise<Person> {
  const person = await server.login(account, initial);
  const password = `histories-${++chosen}`;
  const input = { oldPassword: hashPassword(initial), newPassword: hashPassword(password) };
  await person.api.call('POST user/change_password', input);
  return { ...person, password };
}

/** An account of a history; after a reset it logs in again before its next action. */
class Actor {
  #initial: string | null = null;
  constructor(public person: Person) {}
  get id() {
    return this.person.id;
  }
  wasReset(initialPassword: string) {
    this.#initial = initialPassword;
  }
  async act(): Promise<Person> {
    const initial = this.#initial;
    this.#initial = null;
    if (initial !== null) this.person = await chooseNext(this.person.account, initial);
    return this.person;
  }
}

type Case = { review: Review; level: 2 | 3; record: FourEyesRecord & { contributions: Contribution[] } };

let server: Contract;
const managers: Actor[] = [];
const experts: Actor[] = [];
const links: { by: string; account: string; at: string }[] = [];
const open: { waiting: { of: Case; step: GuardedStep }[] } = { waiting: [] };

async function addUnit(by: Actor, role: UnitRole, division: string): Promise<Actor> {
  const account = newAccount('unit');
  const { api } = await by.act();
  const input = { account, role, division, profile: managerProfile(account) };
  const { id, initialPassword = '' } = await api.call('POST user/add_manager', input);
  links.push({ by: by.id, account: id, at: now() });
  const actor = new Actor({ id, role, account, division, password: '', token: '', api });
  actor.wasReset(initialPassword);
  managers.push(actor);
  return actor;
}

const UNITS = [
  { role: 'county_manager', division: COUNTY },
  { role: 'city_manager', division: CITY },
  { role: 'province_manager', division: '450000' },
] as const;

beforeAll(async () => {
  server = await startContract();
  const admin = new Actor(server.admin);
  managers.push(admin);
  for (const { role, division } of UNITS) await addUnit(admin, role, division);
  for (let count = 0; count < 2; count++) experts.push(new Actor(await addExpert(server)));
  for (const { id } of experts) links.push({ by: admin.id, account: id, at: now() });
});
afterAll(() => server.stop());

const oracleOf = ({ record }: Case) => new FourEyesOracle({ ...record, links });
const did = (of: Case, actor: { id: string }, kind: ContributionKind) =>
  of.record.contributions.push({ account: actor.id, kind });

/** The units that may take a step, the regular one first, written out. */
function unitsOf(step: GuardedStep, level: 2 | 3): string[] {
  if (step === 'firstReview') return ['county_manager', 'city_manager', 'province_manager', 'admin'];
  return level === 3 ? ['city_manager', 'province_manager', 'admin'] : ['province_manager', 'admin'];
}
const ofRole = (role: string) => managers.filter(({ person }) => person.role === role);

/** The role for which a step waits, by the oracle. */
function waitsForRole(of: Case, step: GuardedStep): string {
  const roles = unitsOf(step, of.level);
  const oracle = oracleOf(of);
  return roles.find((role) => ofRole(role).some(({ id }) => !oracle.refuses(step, id))) ?? roles[0] ?? '';
}

/** Compares every manager's view of the present step and its `waiting` list with the oracle. */
async function check(of: Case, guarded: GuardedStep): Promise<Actor[]> {
  const to = guarded === 'firstReview' ? 'first_passed' : 'passed';
  const oracle = oracleOf(of);
  const free: Actor[] = [];
  for (const actor of managers) {
    const { api, role } = await actor.act();
    const { id } = of.review;
    const offered = (await api.call('GET assessment/next_steps', { id })).find((one) => one.to === to);
    const decides = unitsOf(guarded, of.level).includes(role);
    expect(offered !== undefined).toBe(decides);
    if (offered) {
      const refused = oracle.refuses(guarded, actor.id);
      expect(offered.problems.some(({ code }) => code === 'fourEyes')).toBe(refused);
      expect(offered.hints.length > 0).toBe(!refused && oracle.hasCommonMaker(guarded, actor.id));
      if (!refused) free.push(actor);
    }
    const { items, total } = await api.call('GET assessment/query', { waiting: true, size: 200 });
    const expected = open.waiting.filter((one) => waitsForRole(one.of, one.step) === role);
    const waits = items.filter(({ status }) => status === 'submitted' || status === 'reviewed').map((row) => row.id);
    expect(total).toBe(items.length);
    expect(waits.sort()).toEqual(expected.map((one) => one.of.review.id).sort());
  }
  return free;
}

/** Resets a password if `by` may do that; `reset_effects` must announce every step that it takes away. */
async function reset(by: Actor, target: Actor): Promise<void> {
  if (by.id === target.id || !mayManage(by.person, target.person)) return;
  const { api } = await by.act();
  const told = await api.call('GET user/reset_effects', { id: target.id });
  const before = new Map(open.waiting.map(({ of }) => [of, oracleOf(of)]));
  const { initialPassword } = await api.call('POST user/reset_password', { id: target.id });
  links.push({ by: by.id, account: target.id, at: now() });
  target.wasReset(initialPassword);
  for (const { of, step } of open.waiting) {
    const decides = unitsOf(step, of.level).includes(by.person.role);
    const lost = decides && !before.get(of)?.refuses(step, by.id) && oracleOf(of).refuses(step, by.id);
    const steps = told.assessments.find(({ id }) => id === of.review.id)?.steps ?? [];
    if (lost) expect(steps).toContain(step === 'firstReview' ? 'first_passed' : 'passed');
  }
}

type Deed = { kind: 'reset'; by: number; target: number } | { kind: 'add'; by: number; unit: number };
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('reset'), by: fc.nat(9), target: fc.nat(9) }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant('add'), by: fc.nat(1), unit: fc.nat(2) }), weight: 1 },
);
const deeds = fc.array(deed, { maxLength: 3 });
const MOST_MANAGERS = 7;

async function play(all: readonly Deed[], station: Actor | null): Promise<void> {
  for (const one of all) {
    if (one.kind === 'add') {
      const by = one.by === 0 ? managers[0] : ofRole('province_manager')[0];
      const { role, division } = UNITS[one.unit] ?? UNITS[0];
      const allowed = by && managers.length < MOST_MANAGERS && (by === managers[0] || role !== 'province_manager');
      if (allowed) await addUnit(by, role, division);
      continue;
    }
    const targets = [...(station ? [station, station] : []), ...experts, ...managers];
    const [by, target] = [managers[one.by % managers.length], targets[one.target % targets.length]];
    if (by && target) await reset(by, target);
  }
}

const scene = fc.record({
  level: fc.constantFrom<2 | 3>(2, 3),
  before: deeds,
  drafting: deeds,
  adminWrites: fc.boolean(),
  first: fc.nat(9),
  reviewing: deeds,
  adminScores: fc.boolean(),
  reviewed: deeds,
  last: fc.nat(9),
});

/** No new history begins after this time. */
const MOST_MS = 18_000;

test('the rule agrees with a reference implementation on random histories', async () => {
  let histories = 0;
  const end = performance.now() + MOST_MS;
  await fc.assert(
    fc.asyncProperty(scene, async (drawn) => {
      if (performance.now() > end) return;
      histories += 1;
      await play(drawn.before, null);
      const cast = { first: server.admin, final: server.admin, experts: [] };
      const review = await prepare(server, { ...cast, first: { ...server.admin, division: COUNTY } }, drawn);
      const station = new Actor(review.station);
      const of: Case = {
        review,
        level: drawn.level,
        record: { createdAt: now(), firstSubmittedAt: null, contributions: [], links: [] },
      };
      for (const kind of ['form', 'selfScores'] as const) did(of, station, kind);
      await play(drawn.drafting, station);
      if (drawn.adminWrites) {
        const form = { unit: { address: `示例路${moment}号` } };
        await server.admin.api.call('POST assessment/update_form', { id: review.id, form });
        did(of, server.admin, 'form');
      }
      of.record.firstSubmittedAt = now();
      await step(await station.act(), review, 'submitted');
      did(of, station, 'submission');
      open.waiting.push({ of, step: 'firstReview' });
      const mayPass = await check(of, 'firstReview');
      const first = mayPass[drawn.first % Math.max(1, mayPass.length)];
      if (!first) return;
      open.waiting.pop();
      await step(await first.act(), review, 'first_passed');
      did(of, first, 'firstReview');
      const input = { id: review.id, experts: experts.map(({ id }) => id) };
      await server.admin.api.call('POST assessment/assign_experts', input);
      await step(server.admin, review, 'reviewing');
      await play(drawn.reviewing, station);
      if (drawn.adminScores) {
        const expertId = experts[0]?.id ?? '';
        const items = scoresAt(ITEMS.slice(0, 1), 0.5, '由');
        await server.admin.api.call('POST assessment/expert_scores', { id: review.id, expertId, items });
        did(of, server.admin, 'expertScores');
      }
      for (const expert of experts) {
        await score(await expert.act(), review);
        did(of, expert, 'expertScores');
        await conclude(await expert.act(), review);
        did(of, expert, 'expertConclusion');
      }
      open.waiting.push({ of, step: 'conclusion' });
      await play(drawn.reviewed, station);
      const mayConclude = await check(of, 'conclusion');
      const last = mayConclude[drawn.last % Math.max(1, mayConclude.length)];
      if (!last) return;
      await (await last.act()).api.call('POST assessment/update_conclusion', { id: review.id, conclusion: '结论' });
      await step(await last.act(), review, 'failed');
      open.waiting = open.waiting.filter((one) => one.of !== of);
    }),
    { numRuns: 20, endOnFailure: true },
  );
  expect(histories).toBeGreaterThan(1);
  const db = await openForInspection(server.database === null ? { data: server.data } : { url: server.database });
  onTestFinished(() => db.destroy());
  expect(await violations(db)).toEqual([]);
}, 240_000);
