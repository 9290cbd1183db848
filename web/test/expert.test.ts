import { describe, expect, test } from 'vitest';
import { actionOf, KEYS } from '../src/assessment/score/keys/keys.ts';
import { withPhrase } from '../src/assessment/score/keys/withPhrase.ts';

const pressed = (code: string, change: Partial<Parameters<typeof actionOf>[0]> = {}) =>
  actionOf({ code, altKey: true, ctrlKey: false, metaKey: false, isComposing: false, ...change });

describe('scoring keys', () => {
  test('every row has its own key', () => {
    for (const { code, action } of KEYS) expect(pressed(code)).toBe(action);
    expect(new Set(KEYS.map(({ code }) => code)).size).toBe(KEYS.length);
    for (const { code, shown } of KEYS) expect(shown).toBe(`Alt+${code.replace('Key', '')}`);
  });

  test('a digit with Alt inserts a phrase; not without Alt, with AltGr, or in an input method', () => {
    expect(pressed('Digit3')).toBe(3);
    expect(pressed('Numpad9')).toBe(9);
    expect(pressed('Digit0')).toBeNull();
    expect(pressed('Digit3', { altKey: false })).toBeNull();
    expect(pressed('KeyN', { ctrlKey: true })).toBeNull();
    expect(pressed('KeyN', { isComposing: true })).toBeNull();
  });
});

describe('joining a phrase to a reason', () => {
  test.each([
    ['', '未签字', '未签字'],
    ['  ', '未签字', '未签字'],
    ['缺记录', '未签字', '缺记录；未签字'],
    ['缺记录。', '未签字', '缺记录。未签字'],
    ['No record', 'no signature', 'No record; no signature'],
    ['No record.', 'no signature', 'No record. no signature'],
  ])('%j and %j', (reason, phrase, together) => {
    expect(withPhrase(reason, phrase)).toBe(together);
  });
});
