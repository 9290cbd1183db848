import { STATUSES, type Status } from '@shp/shared/domain/assessment/statuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager, addSupervisor } from '../../support/people.ts';
import { addCast, bring, type Cast, type Review, step } from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

const ROLES = ['station', 'county', 'city', 'province', 'admin', 'expert', 'supervisor', 'ministry'] as const;
type Name = (typeof ROLES)[number];

/**
 * docs/spec/domain.md#lifecycle for level 3. `*`: the step also needs something that an assessment from {@link bring}
 * does not have yet.
 */
const STEPS: Record<Status, Partial<Record<Name, string>>> = {
  draft: { station: 'submitted', admin: 'submitted' },
  submitted: {
    station: 'draft withdrawn',
    county: 'returned first_passed',
    city: 'returned first_passed',
    province: 'returned first_passed',
    admin: 'draft returned first_passed withdrawn',
  },
  returned: { station: 'submitted withdrawn', admin: 'submitted withdrawn' },
  first_passed: {
    city: 'returned reviewing*',
    province: 'returned reviewing*',
    admin: 'returned reviewing*',
  },
  reviewing: { city: 'reviewed*', province: 'reviewed*', admin: 'reviewed*' },
  reviewed: {
    city: 'returned reviewing passed* failed*',
    province: 'returned reviewing passed* failed*',
    admin: 'returned reviewing passed* failed*',
  },
  passed: { city: 'revoked', province: 'revoked', admin: 'revoked' },
  failed: {},
  withdrawn: {},
  revoked: {},
};
/** Roles that can take no step. */
const STRANGERS: readonly Name[] = ['expert', 'supervisor', 'ministry'];

let server: Contract;
let cast: Cast;
let others: Record<'province' | 'supervisor' | 'ministry', Person>;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server);
  others = {
    province: await addManager(server, 'province_manager', '450000'),
    supervisor: await addSupervisor(server),
    ministry: await addManager(server, 'ministry_manager'),
  };
});
afterAll(() => server.stop());

function people({ station }: Review): Record<Name, Person> {
  const [expert] = cast.experts as [Person];
  return { station, county: cast.first, city: cast.final, admin: server.admin, expert, ...others };
}
const targets = (from: Status, by: Name) => {
  const cells = (STEPS[from][by] ?? '').split(' ').filter((cell) => cell !== '');
  return cells.map((cell) => ({ to: cell.replace('*', '') as Status, ready: !cell.endsWith('*') }));
};

describe.each(STATUSES)('from %s', (from) => {
  let review: Review;
  beforeAll(async () => {
    review = await bring(server, cast, from);
    const { id } = review.station;
    await server.admin.api.call('POST supervise/stations', {
      userId: others.supervisor.id,
      stationsId: [id],
      mode: 'add',
    });
  });

  test.each(ROLES)('%s gets its steps', async (name) => {
    const { api } = people(review)[name];
    if (name === 'ministry') {
      expect(await outcome(api.call('GET assessment/next_steps', { id: review.id }))).toBe('403 forbidden');
      return;
    }
    if (name === 'expert' && !['reviewing', 'reviewed', 'passed', 'failed', 'revoked'].includes(from)) return;
    const steps = await api.call('GET assessment/next_steps', { id: review.id });
    const told = steps.map(({ to, allowed, problems }) => ({ to, ready: allowed && problems.length === 0 }));
    const byTarget = (a: { to: Status }, b: { to: Status }) => STATUSES.indexOf(a.to) - STATUSES.indexOf(b.to);
    expect(told.sort(byTarget)).toEqual(targets(from, name).sort(byTarget));
    for (const { allowed, problems } of steps) expect(allowed).toBe(problems.length === 0);
    const { actions } = await api.call('GET assessment', { id: review.id });
    const ready = steps.flatMap(({ to, allowed }) => (allowed ? [to] : []));
    expect(actions).toEqual(ready);
  });

  test.each(ROLES)('%s is refused every other step, and nothing changes', async (name) => {
    const by = people(review)[name];
    const open = new Set(targets(from, name).flatMap(({ to, ready }) => (ready ? [to] : [])));
    const incomplete = new Set(targets(from, name).flatMap(({ to, ready }) => (ready ? [] : [to])));
    for (const to of STATUSES) {
      if (open.has(to)) continue;
      const refused = STRANGERS.includes(name)
        ? '403 forbidden'
        : incomplete.has(to)
          ? '409 incomplete'
          : '409 transition_not_allowed';
      expect([to, await outcome(step(by, review, to, '说明'))]).toEqual([to, refused]);
    }
    expect((await server.admin.api.call('GET assessment', { id: review.id })).status).toBe(from);
  });

  for (const name of ROLES) {
    for (const { to, ready } of targets(from, name)) {
      if (!ready) continue;
      test(`${name} leads it to ${to}`, async () => {
        const fresh = await bring(server, cast, from);
        const by = people(fresh)[name];
        expect(await step(by, fresh, to, '说明')).toBe(to);
        const events = await by.api.call('GET assessment/events', { id: fresh.id });
        const { id, role } = by;
        expect(events.at(-1)).toMatchObject({ from, status: to, description: '说明', by: { id, role } });
      });
    }
  }
});

test('an unknown step is refused with the current status and the possible steps', async () => {
  const review = await bring(server, cast, 'submitted');
  const { fields } = await refusal(step(cast.first, review, 'passed'));
  expect(fields).toEqual({ status: 'Now: Awaiting first review; possible from here: First review passed, Returned' });
  const none = await refusal(step(cast.first, await bring(server, cast, 'failed'), 'passed'));
  expect(none.fields).toEqual({ status: 'Now: Not passed; no step is available to you' });
});

test('the province concludes levels 1 and 2', async () => {
  const provincial = { ...cast, final: others.province };
  const passed = await bring(server, provincial, 'first_passed', { level: 2 });
  const toReview = await cast.final.api.call('GET assessment/next_steps', { id: passed.id });
  expect(toReview).toEqual([]);
  expect(await outcome(step(cast.final, passed, 'reviewing'))).toBe('409 transition_not_allowed');
  const assign = { id: passed.id, experts: cast.experts.map(({ id }) => id) };
  expect(await outcome(cast.final.api.call('POST assessment/assign_experts', assign))).toBe('403 forbidden');
  const { id } = await bring(server, provincial, 'reviewed', { level: 2 });
  const conclusion = { id, conclusion: '越级' };
  expect(await outcome(cast.final.api.call('POST assessment/update_conclusion', conclusion))).toBe('403 forbidden');
  const finished = await bring(server, provincial, 'passed', { level: 2 });
  expect((await server.admin.api.call('GET assessment', { id: finished.id })).status).toBe('passed');
});
