import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reasons } from '../src/api/errors.ts';
import { reasonsOf } from '../src/api/parse.ts';
import { fieldsSchema } from '../src/api/schemas.ts';
import { session } from '../src/api/session.ts';
import { checkField, creditCheckCharacter, isAbsent, isCreditCode } from '../src/domain/assessment/fields.ts';
import { isDate } from '../src/domain/lib/days.ts';

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const first17 = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 17, maxLength: 17 })
  .map((characters) => characters.join(''));

/** GB 32100's rule as a sum: the 18 values, each times 3^i mod 31 and the last times 1, sum to 0 mod 31. */
function adds(code: string): boolean {
  const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28, 1];
  return weights.reduce((sum, weight, index) => sum + weight * ALPHABET.indexOf(code.charAt(index)), 0) % 31 === 0;
}

describe('unified social credit code', () => {
  test('accepts the example of the standard', () => {
    expect(isCreditCode('91350100M000100Y43')).toBe(true);
  });

  test('the check character makes the weighted sum divisible by 31', () => {
    fc.assert(
      fc.property(first17, (text) => {
        const code = text + creditCheckCharacter(text);
        expect([code.length, adds(code), isCreditCode(code)]).toEqual([18, true, true]);
      }),
    );
  });

  test('detects any single wrong character and any swap of different neighbours', () => {
    fc.assert(
      fc.property(first17, fc.nat(17), fc.constantFrom(...ALPHABET), (text, place, other) => {
        const code = text + creditCheckCharacter(text);
        const wrong = code.slice(0, place) + other + code.slice(place + 1);
        expect(isCreditCode(wrong)).toBe(wrong === code);
        const swapped = code.slice(0, place) + code.charAt(place + 1) + code.charAt(place) + code.slice(place + 2);
        expect(isCreditCode(swapped)).toBe(swapped === code);
      }),
    );
  });

  test.each(['', '91350100M000100Y4', '91350100m000100y43', '91350100M000100Y43 ', 'I1350100M000100Y43'])(
    'refuses %j',
    (code) => {
      expect(isCreditCode(code)).toBe(false);
    },
  );
});

describe('phone numbers', () => {
  const phone = (text: string) => checkField({ kind: 'text', max: 20, format: 'phone' }, text)?.code ?? 'right';
  test.each([
    '13800000000',
    '19912345678',
    '0771-1234567',
    '07712345678',
    '010-82345678',
    '0771-2345678-801',
    '400-123-4567',
  ])('accepts %s', (text) => {
    expect(phone(text)).toBe('right');
  });
  test.each([
    '12800000000',
    '1380000000',
    '138000000000',
    '2345678',
    '771-2345678',
    '0771-0345678',
    '0771 2345678',
    '+8613800000000',
    'abc',
    '１３８００００００００',
  ])('refuses %s', (text) => {
    expect(phone(text)).toBe('phone');
  });
});

describe('one field', () => {
  test.each([
    [{ kind: 'text', max: 3 }, '四个字符', 'tooLong'],
    [{ kind: 'text', max: 3 }, '𠮷𠮷𠮷', undefined],
    [{ kind: 'text', max: 9 }, 'a\nb', 'characters'],
    [{ kind: 'text', max: 9, multiline: true }, 'a\nb', undefined],
    [{ kind: 'text', max: 9, multiline: true }, 'a\u0000b', 'characters'],
    [{ kind: 'text', max: 9 }, 'a\u009b31m', 'characters'],
    [{ kind: 'text', max: 9 }, 'a\u202eb', 'invisible'],
    [{ kind: 'text', max: 9 }, 'a\u200fb', 'invisible'],
    [{ kind: 'text', max: 9 }, 'a\u061cb', 'invisible'],
    [{ kind: 'text', max: 9, multiline: true }, 'a\u200eb', 'characters'],
    [{ kind: 'text', max: 9 }, 'a\u2028b', 'characters'],
    [{ kind: 'text', max: 50, format: 'email' }, 'someone@example.org', undefined],
    [{ kind: 'text', max: 50, format: 'email' }, 'someone@example', 'email'],
    [{ kind: 'number', min: 0, max: 10, decimals: 2 }, 1.25, undefined],
    [{ kind: 'number', min: 0, max: 10, decimals: 2 }, 1.255, 'decimals'],
    [{ kind: 'number', min: 0, max: 10, decimals: 0 }, 1.5, 'type'],
    [{ kind: 'number', min: 0, max: 10, decimals: 0 }, 11, 'tooLarge'],
    [{ kind: 'number', min: 0, max: 10, decimals: 0 }, -1, 'tooSmall'],
    [{ kind: 'number', min: 0, max: 10, decimals: 0 }, '1', 'type'],
    [{ kind: 'date' }, '2024-02-29', undefined],
    [{ kind: 'date' }, '2023-02-29', 'date'],
    [{ kind: 'flag' }, 'true', 'type'],
    [{ kind: 'enum', values: ['a', 'b'] }, 'c', 'oneOf'],
    [{ kind: 'enums', values: ['a', 'b'] }, ['b', 'a'], undefined],
    [{ kind: 'enums', values: ['a', 'b'] }, ['a', 'a'], 'oneOf'],
  ] as const)('%j %j: %s', (def, value, code) => {
    expect(checkField(def, value)?.code).toBe(code);
  });
});

test('a date must exist', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      expect(isDate(date.toISOString().slice(0, 10))).toBe(true);
    }),
  );
  expect(['2026-02-30', '2026-13-01', '2026-1-1', '2026-01-01T00:00', ''].filter(isDate)).toEqual([]);
});

describe('a text of invisible characters', () => {
  /**
   * White space and invisible characters: soft hyphen, joiners, fillers, operators, selectors, tags, blank Braille
   * pattern.
   */
  const UNSEEN = [
    0x20, 0xa0, 0x3000, 0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x180b, 0x200b, 0x200d, 0x2060, 0x2063, 0x2800, 0x3164,
    0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0x1d173, 0xe0020, 0xe0100, 0xe01ef,
  ].map((code) => String.fromCodePoint(code));
  const unseen = fc.array(fc.constantFrom(...UNSEEN), { maxLength: 20 }).map((some) => some.join(''));
  const seen = fc.constantFrom('水', 'a', '.', '0', '⠁', '한', '😀', '-');
  const profile = { name: { kind: 'text', max: 100, required: true } } as const;
  const reasons = (schema: ReturnType<typeof fieldsSchema>, value: unknown): Reasons => {
    const read = schema.safeParse(value);
    return read.success ? {} : { ...reasonsOf(read.error) };
  };

  test('is reported as empty wherever a name is required', () => {
    const token = session['POST session/create_token'].input;
    const tokenOf = (name: string) => ({ name, scopes: ['read'], expiresInDays: 1 });
    fc.assert(
      fc.property(unseen, (text) => {
        expect(isAbsent(text)).toBe(true);
        for (const mode of ['create', 'merge'] as const)
          expect(reasons(fieldsSchema(profile, mode), { name: text })).toEqual({ name: { code: 'required' } });
        expect(reasons(token, tokenOf(text))).toEqual({ name: { code: 'required' } });
      }),
    );
  });

  test('becomes a name with one visible character; spaces are allowed, invisible characters are not', () => {
    fc.assert(
      fc.property(unseen, seen, unseen, (before, one, after) => {
        const text = before + one + after;
        expect(isAbsent(text)).toBe(false);
        const spaces = [...(before + after)].every((character) => ' \u00a0\u3000'.includes(character));
        const { name } = reasons(fieldsSchema(profile, 'create'), { name: text });
        expect(name?.code).toBe(spaces ? undefined : 'invisible');
      }),
    );
  });
});

describe('invisible characters', () => {
  const name = { kind: 'text', max: 100 } as const;
  /** Invisible characters: zero-width, joiners, bidi marks, fillers, selectors, tags, blank Braille pattern. */
  const hidden = fc.constantFrom(
    ...'\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2064\u2066\u2069\u206f\u2800\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9',
    '\u{e0001}',
    '\u{e0041}',
    '\u{e0100}',
  );
  const seen = fc.string({ unit: fc.constantFrom(...'广西水电站一 A-1（）·𠮷é'), maxLength: 20 });

  test('are found anywhere in a name, with their position', () => {
    fc.assert(
      fc.property(seen, hidden, seen, (before, character, after) => {
        const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
        expect(checkField(name, before + character + after)).toEqual({
          code: 'invisible',
          character: `U+${code}`,
          position: [...before].length + 1,
        });
      }),
    );
  });

  // A tab is shown as white space.
  test('accepted names have no invisible characters', () => {
    const character = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), hidden, fc.constant('\t'));
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 30 }), (text) => {
        if (checkField(name, text) !== null) return;
        expect(text.replaceAll('\t', '')).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u);
      }),
    );
  });

  test('checks accept the characters of Chinese names', () => {
    fc.assert(
      fc.property(seen, (text) => {
        expect(checkField(name, text)).toBeNull();
      }),
    );
  });
});
