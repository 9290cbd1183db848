import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_FORM, FORM_PATHS, type Form } from '../src/domain/assessment/form.ts';
import { checkFormChange, type FormChange, mergeForm, startForm } from '../src/domain/assessment/formPatch.ts';
import { formChanges, scoreChanges, submissionChanges } from '../src/domain/assessment/submissionChanges.ts';
import type { ScoreItem } from '../src/domain/standard/scoreItems.ts';
import { rules } from '../src/text/en/rules.ts';
import { formLabel } from '../src/text/problems.ts';
import { WHOLE_FORM } from './examples.ts';

test('every field is named once, part by part in the order of the document, and has a label', () => {
  expect(new Set(FORM_PATHS).size).toBe(FORM_PATHS.length);
  const parts = FORM_PATHS.map((path) => path.split('.')[0]);
  expect(parts.filter((part, index) => part !== parts[index - 1])).toEqual(Object.keys(EMPTY_FORM));
  expect(
    FORM_PATHS.map((path) => formLabel(path, rules)).filter((label) => label === '' || label.includes('.')),
  ).toEqual([]);
});

test("a new form is filled from the station's profile", () => {
  const profile = {
    name: '示例水电站',
    address: '示例路1号',
    legalPerson: '示例甲',
    contact: '示例乙',
    phone: '13800000000',
    capacity: 500,
    units: 2,
    river: '示例河',
  };
  expect(startForm(profile)).toEqual({
    ...EMPTY_FORM,
    unit: {
      name: '示例水电站',
      address: '示例路1号',
      legalPerson: '示例甲',
      contact: '示例乙',
      contactPhone: '13800000000',
    },
    plant: { capacity: 500, units: 2 },
  });
});

describe('a patch', () => {
  test('merges by part and field: null clears, lists are replaced, absent stays', () => {
    const before: Form = {
      ...EMPTY_FORM,
      unit: { name: 'a', owner: 'b' },
      plant: { capacity: 1 },
      conditions: { tickets: { holds: true, note: 'n' }, licences: { holds: true, note: '' } },
      self: { leader: 'x', members: [{ name: 'a', duty: '', title: '' }] },
    };
    const frozen = structuredClone(before);
    const after = mergeForm(before, {
      unit: { owner: null, contact: 'c' },
      plant: null,
      conditions: { tickets: { holds: false }, acceptance: { note: 'soon' }, licences: null },
      self: { members: [{ name: 'b', duty: 'd', title: '' }], leader: undefined },
    });
    expect(after).toEqual({
      unit: { name: 'a', contact: 'c' },
      plant: {},
      conditions: { tickets: { holds: false, note: 'n' }, acceptance: { holds: null, note: 'soon' } },
      record: {},
      self: { leader: 'x', members: [{ name: 'b', duty: 'd', title: '' }] },
      pledge: {},
    });
    expect(before).toEqual(frozen);
  });

  test('is idempotent, and an empty one changes nothing', () => {
    const text = fc.option(fc.string(), { nil: null });
    const change = fc.record(
      {
        unit: fc.option(fc.record({ name: text, owner: text }, { requiredKeys: [] }), { nil: null }),
        record: fc.record({ deaths: fc.option(fc.nat(), { nil: null }) }, { requiredKeys: [] }),
        conditions: fc.record({ tickets: fc.record({ holds: fc.boolean() }, { requiredKeys: [] }) }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(change, (given) => {
        const once = mergeForm(WHOLE_FORM, given);
        expect(mergeForm(once, given)).toEqual(once);
        expect(mergeForm(WHOLE_FORM, {})).toEqual(WHOLE_FORM);
      }),
    );
  });

  test.each([
    [{ unit: { creditCode: 'wrong', name: '' }, record: { deaths: -1 } }, {}],
    [{ plant: { development: 'tidal', commissionedOn: 'yesterday', capacity: null } }, {}],
    [{ conditions: { tickets: { holds: null, note: 'x' } }, self: { members: [] }, pledge: null }, {}],
    [{ unit: { name: 1 } }, { 'unit.name': 'text' }],
    [
      { plant: { capacity: '12', gridConnected: 'yes', development: 3 } },
      { 'plant.capacity': 'number', 'plant.gridConnected': 'flag', 'plant.development': 'text' },
    ],
    [{ plant: { commissionedOn: 1998 } }, { 'plant.commissionedOn': 'date' }],
    [
      { unit: 'x', plant: [] },
      { unit: 'object', plant: 'object' },
    ],
    [
      { conditions: { tickets: true, licences: { holds: 1 } } },
      { 'conditions.tickets': 'object', 'conditions.licences.holds': 'flag' },
    ],
    [{ self: { members: {} } }, { 'self.members': 'list' }],
    [
      { self: { members: [null, { name: 1 }, 'x'] } },
      { 'self.members.0': 'object', 'self.members.1.name': 'text', 'self.members.2': 'object' },
    ],
    [
      { other: {}, unit: { river: 'x' } },
      { other: 'unknownKey', 'unit.river': 'unknownKey' },
    ],
    [{ unit: { toString: 'x' } }, { 'unit.toString': 'unknownKey' }],
    [null, { '': 'object' }],
    ['x', { '': 'object' }],
  ])('%j is validated by type only: %j', (change, expected) => {
    const found = checkFormChange(change).map(({ path, reason }) => [
      path.join('.'),
      reason.code === 'type' ? reason.expected : reason.code,
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test('that is valid can be merged', () => {
    const change = JSON.parse('{"__proto__":{"name":"x"}}') as FormChange;
    expect(checkFormChange(change)).toHaveLength(1);
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom('unit', 'conditions', 'self'), fc.string(), (value, part, key) => {
        const given = { [part]: { [key]: value, members: value, tickets: value, name: value } };
        for (const inner of Object.keys(given[part] ?? {})) {
          const one = { [part]: { [inner]: given[part]?.[inner] } };
          if (checkFormChange(one).length === 0) expect(() => mergeForm(WHOLE_FORM, one as FormChange)).not.toThrow();
        }
      }),
    );
  });
});

describe('differences between two submissions', () => {
  test('name each field; absent and empty are equal', () => {
    const after = mergeForm(WHOLE_FORM, {
      unit: { owner: '', contact: 'somebody else' },
      conditions: { tickets: { note: 'now' } },
      self: { members: [] },
      plant: { reservoirCapacity: null },
    });
    expect(formChanges(WHOLE_FORM, after)).toEqual(['unit.contact', 'plant.reservoirCapacity', 'conditions.tickets']);
    const members = [{ name: 'a', duty: '', title: '' }];
    expect(formChanges(WHOLE_FORM, mergeForm(WHOLE_FORM, { self: { members } }))).toEqual(['self.members']);
    expect(formChanges(EMPTY_FORM, mergeForm(EMPTY_FORM, { conditions: { tickets: {} } }))).toEqual([]);
  });

  const item = (serial: string, score: number | null, reason = ''): ScoreItem => ({
    serial,
    score,
    missing: false,
    reason,
  });

  test('name serials in natural order, and added or removed files', () => {
    const before = [item('4.1.10', 1), item('4.1.2', 1, 'a'), item('1.1.1', 2), item('2.1.1', null)];
    const after = [item('4.1.2', 1, 'b'), item('1.1.1', 2), item('4.1.10', 2), item('3.1.1', 0)];
    expect(scoreChanges(before, after)).toEqual(['3.1.1', '4.1.2', '4.1.10']);
    const one = { form: WHOLE_FORM, scores: before, files: ['a', 'b'] };
    const two = { form: WHOLE_FORM, scores: before, files: ['c', 'b'] };
    expect(submissionChanges(one, two)).toEqual({ form: [], serials: [], files: ['c', 'a'] });
    expect(submissionChanges(null, one)).toEqual({ form: [], serials: [], files: [] });
  });
});
