import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import { checkField, type FieldDef } from '@shp/shared/domain/assessment/fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeInput, readInput, showValue } from '../src/ui/fields/readInput.ts';

const NUMBER: FieldDef = { kind: 'number', min: 0, max: 1000, decimals: 2, required: true };

test('typed text is converted by field type; invalid numbers are left for the validation', () => {
  expect(readInput(NUMBER, ' 12.5 ')).toBe(12.5);
  expect(readInput(NUMBER, '-3')).toBe(-3);
  expect(readInput(NUMBER, '12,5')).toBe('12,5');
  expect(readInput(NUMBER, '1e3')).toBe('1e3');
  expect(readInput({ kind: 'flag' }, 'true')).toBe(true);
  expect(readInput({ kind: 'flag' }, 'false')).toBe(false);
  expect(readInput({ kind: 'text', max: 5 }, '  a b ')).toBe('a b');
  for (const empty of ['', '   ', null, undefined, []]) expect(readInput(NUMBER, empty)).toBeNull();
});

test('an input is validated like on the server; only required ones must be filled', () => {
  expect(judgeInput(NUMBER, '')).toEqual({ code: 'required' });
  expect(judgeInput({ kind: 'date' }, '')).toBeNull();
  expect(judgeInput(NUMBER, 'many')).toEqual({ code: 'type', expected: 'number' });
  expect(judgeInput(NUMBER, '1.234')).toEqual({ code: 'decimals', max: 2 });
  expect(judgeInput(NUMBER, '1001')).toEqual({ code: 'tooLarge', max: 1000 });
  expect(judgeInput({ kind: 'enums', values: ['a', 'b'], required: true }, [])).toEqual({ code: 'required' });
});

test('a stored value survives being shown and read back', () => {
  const numbers = Object.values<FieldDef>(PROFILES.station).filter((def) => def.kind === 'number');
  const kept = fc.constantFrom(...numbers).chain((def) => {
    if (def.kind !== 'number') throw new Error('numbers only');
    const steps = 10 ** def.decimals;
    return fc
      .integer({ min: Math.ceil(def.min * steps), max: Math.floor(def.max * steps) })
      .map((whole) => ({ def: def as FieldDef, value: whole / steps }));
  });
  fc.assert(
    fc.property(kept, ({ def, value }) => {
      expect(checkField(def, value)).toBeNull();
      expect(readInput(def, showValue(value))).toBe(value);
    }),
  );
});
