import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROLES } from '../src/domain/accounts/roles.ts';
import { type Caller, isFirstManager } from '../src/domain/assessment/lifecycle.ts';
import { FINDING_STATES, type FindingState, isOverdue, mergedReasons } from '../src/domain/findings/finding.ts';
import { FINDING_STEPS, findingSteps, judgeFindingStep, mayAddEvidence } from '../src/domain/findings/steps.ts';

const PLACE = { station: 'station', division: '450302' };
const TODAY = '2026-11-23';
const DAYS = ['2026-11-22', TODAY, '2026-12-31'];

const caller = fc.record({
  id: fc.constantFrom('station', 'other'),
  role: fc.constantFrom(...ROLES),
  division: fc.constantFrom('450000', '450300', '450302', '450303', '450100', null),
}) satisfies fc.Arbitrary<Caller>;
const state = fc.constantFrom(...FINDING_STATES);
const step = fc.record(
  { to: state, text: fc.constantFrom('', '  ', '\u200b', '更换护栏（示例）'), due: fc.constantFrom(...DAYS) },
  { requiredKeys: ['to', 'text'] },
);

const owns = (by: Caller) => by.role === 'station' && by.id === PLACE.station;
const oversees = (by: Caller) => isFirstManager(by, PLACE);

describe('a finding', () => {
  test('goes from open by a plan and a report to closed, or back to its plan', () => {
    expect(FINDING_STEPS.map(({ from, to, by }) => `${from} ${to} ${by}`)).toEqual([
      'open planned station',
      'planned done station',
      'done closed firstManager',
      'done planned firstManager',
    ]);
  });

  test('can be closed from every state, and leaves its last one never', () => {
    const reaches = (from: FindingState, seen: readonly FindingState[] = []): boolean =>
      from === 'closed' ||
      FINDING_STEPS.some((one) => one.from === from && !seen.includes(one.to) && reaches(one.to, [...seen, from]));
    expect(FINDING_STATES.filter((one) => !reaches(one))).toEqual([]);
    expect(FINDING_STEPS.filter(({ from }) => from === 'closed')).toEqual([]);
  });

  test('is mended by its own station and judged by a unit above it; an administrator may do both', () => {
    fc.assert(
      fc.property(state, caller, (from, by) => {
        const names = findingSteps(from, PLACE, by).map(({ name }) => name);
        const mends = names.some((name) => name === 'plan' || name === 'finish');
        const judges = names.some((name) => name === 'close' || name === 'sendBack');
        expect(mends).toBe((from === 'open' || from === 'planned') && (by.role === 'admin' || owns(by)));
        expect(judges).toBe(from === 'done' && (by.role === 'admin' || oversees(by)));
      }),
    );
  });

  test('takes evidence from whoever takes its steps, until it is closed', () => {
    fc.assert(
      fc.property(state, caller, (from, by) => {
        const takesPart = by.role === 'admin' || owns(by) || oversees(by);
        expect(mayAddEvidence(from, PLACE, by)).toBe(takesPart && from !== 'closed');
      }),
    );
  });

  test('takes a step exactly when its row allows it and nothing is missing', () => {
    fc.assert(
      fc.property(state, caller, step, (from, by, asked) => {
        const verdict = judgeFindingStep(from, PLACE, by, asked, TODAY);
        const open = findingSteps(from, PLACE, by);
        const row = open.find(({ to }) => to === asked.to);
        if (!row) {
          expect(verdict).toEqual({ ok: false, code: 'transition_not_allowed', allowed: open.map(({ to }) => to) });
          return;
        }
        const said = asked.text.includes('更换') || row.name === 'close';
        const dated =
          asked.due === undefined ? row.name !== 'plan' : /plan|sendBack/.test(row.name) && asked.due >= TODAY;
        expect(verdict.ok).toBe(said && dated);
        if (!verdict.ok && verdict.code === 'incomplete')
          expect([verdict.faults.text === undefined, verdict.faults.due === undefined]).toEqual([said, dated]);
      }),
    );
  });

  test('is overdue from the day after its last one until it is reported done', () => {
    fc.assert(
      fc.property(state, fc.constantFrom(...DAYS, null), (at, due) => {
        const waits = at === 'open' || at === 'planned';
        expect(isOverdue({ state: at, due }, TODAY)).toBe(waits && due === '2026-11-22');
      }),
    );
  });

  test("has the experts' reasons as its text, each once", () => {
    expect(mergedReasons([' 记录不全', '无标识', '记录不全 ', ''])).toBe('记录不全；无标识');
    expect(mergedReasons(['', ' '])).toBe('');
    expect([...mergedReasons(Array.from({ length: 9 }, (_, index) => `${index}`.repeat(1000)))].length).toBe(5000);
  });
});
