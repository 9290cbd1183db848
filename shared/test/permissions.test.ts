import { describe, expect, test } from 'vitest';
import { ROLES } from '../src/domain/accounts/roles.ts';
import type { Caller } from '../src/domain/assessment/lifecycle.ts';
import { mayDelete, mayScoreFor, type Permissions, permissions } from '../src/domain/assessment/permissions.ts';
import { type Level, STATUSES, type Status } from '../src/domain/assessment/statuses.ts';
import { waitsFor } from '../src/domain/assessment/todo.ts';

const callers = {
  station: { id: 'station', role: 'station', division: '450302' },
  otherStation: { id: 'other', role: 'station', division: '450302' },
  county: { id: 'county', role: 'county_manager', division: '450302' },
  city: { id: 'city', role: 'city_manager', division: '450300' },
  otherCity: { id: 'city2', role: 'city_manager', division: '450100' },
  province: { id: 'province', role: 'province_manager', division: '450000' },
  admin: { id: 'admin', role: 'admin', division: null },
  writing: { id: 'writing', role: 'expert', division: null },
  done: { id: 'done', role: 'expert', division: null },
  stranger: { id: 'stranger', role: 'expert', division: null },
  supervisor: { id: 'supervisor', role: 'supervisor', division: null },
} as const satisfies Record<string, Caller>;
type Name = keyof typeof callers;
const NAMES = Object.keys(callers) as Name[];

const experts = [
  { id: 'writing', concluded: false },
  { id: 'done', concluded: true },
];
const facts = (status: Status, level: Level = 3) => ({
  station: 'station',
  division: '450302',
  level,
  status,
  experts,
});

/** The callers with each permission, by status; in a status that is not listed, no caller has it. */
const EXPECTED: Record<keyof Permissions, Partial<Record<Status, Name[]>>> = {
  editForm: { draft: ['station', 'admin'], returned: ['station', 'admin'] },
  scoreStation: { draft: ['station', 'admin'], returned: ['station', 'admin'] },
  uploadEvidence: { draft: ['station', 'admin'], returned: ['station', 'admin'] },
  scoreExpert: { reviewing: ['admin', 'writing'] },
  assign: { first_passed: ['city', 'province', 'admin'], reviewing: ['city', 'province', 'admin'] },
  conclude: { reviewing: ['city', 'province', 'admin', 'writing'], reviewed: ['city', 'province', 'admin'] },
};

describe('permissions', () => {
  test.each(STATUSES)('in %s', (status) => {
    for (const [permission, by] of Object.entries(EXPECTED)) {
      const who = NAMES.filter((name) => permissions(facts(status), callers[name])[permission as keyof Permissions]);
      expect([permission, who]).toEqual([permission, by[status] ?? []]);
    }
  });

  test('the province assigns and concludes levels 1 and 2', () => {
    for (const level of [1, 2] as const) {
      const { assign, conclude } = permissions(facts('reviewing', level), callers.city);
      expect([assign, conclude]).toEqual([false, false]);
      expect(permissions(facts('reviewing', level), callers.province)).toMatchObject({ assign: true, conclude: true });
    }
  });

  test('scores are frozen once every expert has concluded', () => {
    const all = { ...facts('reviewing'), experts: [{ id: 'done', concluded: true }] };
    expect(permissions(all, callers.admin).scoreExpert).toBe(false);
    expect(mayScoreFor(facts('reviewing'), 'writing')).toBe(true);
    expect(mayScoreFor(facts('reviewing'), 'done')).toBe(false);
    expect(mayScoreFor(facts('reviewed'), 'writing')).toBe(false);
  });

  test('a station can delete a never submitted draft, an administrator drafts and withdrawn applications', () => {
    const at = '2026-03-01T08:00:00.000Z';
    const open = STATUSES.flatMap((status) =>
      ([null, at] as const).flatMap((submittedAt) =>
        ROLES.filter((role) => mayDelete({ status, submittedAt }, { role })).map(
          (role) => `${role}: ${status}${submittedAt ? ' submitted' : ''}`,
        ),
      ),
    );
    expect(open.sort()).toEqual([
      'admin: draft',
      'admin: draft submitted',
      'admin: withdrawn',
      'admin: withdrawn submitted',
      'station: draft',
    ]);
  });
});

describe('to-dos by role', () => {
  const waiting = (name: Name, division: string) =>
    STATUSES.flatMap((status) =>
      ([1, 2, 3] as const)
        .filter((level) => waitsFor({ status, level, division, experts }, callers[name]))
        .map((level) => `${status} ${level}`),
    );

  test.each([
    ['station', '450302', ['draft 1', 'draft 2', 'draft 3', 'returned 1', 'returned 2', 'returned 3']],
    ['county', '450302', ['submitted 1', 'submitted 2', 'submitted 3']],
    ['city', '450302', ['first_passed 3', 'reviewed 3']],
    ['city', '450300', ['submitted 1', 'submitted 2', 'submitted 3', 'first_passed 3', 'reviewed 3']],
    ['province', '450302', ['first_passed 1', 'first_passed 2', 'reviewed 1', 'reviewed 2']],
    ['writing', '450302', ['reviewing 1', 'reviewing 2', 'reviewing 3']],
    ['done', '450302', []],
    ['stranger', '450302', []],
    ['admin', '450302', []],
    ['supervisor', '450302', []],
  ] as const)('%s, station in %s: %j', (name, division, expected) => {
    expect(waiting(name, division)).toEqual(expected);
  });
});
