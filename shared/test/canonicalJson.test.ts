import { expect, test } from 'vitest';
import { canonicalJson } from '../src/domain/lib/canonicalJson.ts';

test('canonical JSON sorts keys at every depth and omits undefined values', () => {
  const value = { b: [{ d: 1.5, c: '"\n' }, undefined], a: undefined, '€': null, '\r': true, A: { z: 1, y: [] } };
  expect(canonicalJson(value)).toBe('{"\\r":true,"A":{"y":[],"z":1},"b":[{"c":"\\"\\n","d":1.5},null],"€":null}');
});
