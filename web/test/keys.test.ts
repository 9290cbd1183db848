import { find as en } from '@shp/shared/text/en/hints';
import { find as zh } from '@shp/shared/text/zh/hints';
import { describe, expect, test } from 'vitest';
import { actionOf } from '../src/assessment/score/keys/actions.ts';
import { KEYS, type KeyPlace, keyOf, partsOf } from '../src/core/keys.ts';

const NOTHING = { key: '', code: '', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const press = (change: Partial<Parameters<typeof keyOf>[1]>) => ({ ...NOTHING, isComposing: false, ...change });

/** The event of a combination as a US keyboard sends it. */
function eventOf(combination: string) {
  const parts = partsOf(combination);
  const last = (parts.at(-1) ?? '').replace('1–9', '3');
  return press({
    key: last.length === 1 ? last.toLowerCase() : last,
    code: /^\d$/.test(last) ? `Digit${last}` : `Key${last}`,
    altKey: parts.includes('Alt'),
    ctrlKey: parts.includes('Ctrl'),
    shiftKey: parts.includes('Shift') || last === '?',
  });
}

const PLACES = Object.keys(KEYS) as KeyPlace[];

describe.each(PLACES)('the keys of %s', (place) => {
  const rows = Object.entries<readonly string[]>(KEYS[place]);

  test('each combination does one thing', () => {
    const found = rows.map(([name, all]) => [name, all.map((one) => keyOf(place, eventOf(one)))]);
    expect(found).toEqual(rows.map(([name, all]) => [name, all.map(() => name)]));
  });

  test.each([
    ['English', en],
    ['Chinese', zh],
  ])('have their texts in %s', (_, text) => {
    expect(Object.keys(text.keys.does[place])).toEqual(rows.map(([name]) => name));
    expect(text.keys.places[place]).not.toBe('');
  });
});

test('Cmd does what Ctrl does; AltGr and the keys of an input method do nothing', () => {
  expect(keyOf('everywhere', press({ key: 'k', metaKey: true }))).toBe('find');
  expect(keyOf('everywhere', press({ key: 'k', ctrlKey: true, altKey: true }))).toBeNull();
  expect(keyOf('everywhere', press({ key: '/', isComposing: true }))).toBeNull();
  expect(keyOf('everywhere', press({ key: 'k' }))).toBeNull();
  expect(keyOf('scores', press({ key: 'Enter', isComposing: true }))).toBeNull();
});

test('Alt is known by the place of the key, and a digit gives the number of a phrase', () => {
  const alt = (code: string, change = {}) => actionOf(press({ code, altKey: true, key: 'å', ...change }));
  expect([alt('KeyN'), alt('Digit3'), alt('Numpad9'), alt('Digit0')]).toEqual(['next', 3, 9, null]);
  expect(alt('KeyN', { ctrlKey: true })).toBeNull();
  expect(alt('Digit3', { altKey: false })).toBeNull();
});
