import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { displayWidth } from '../src/lib/width.ts';

const alphabet = [...'桂林市兴安县（示例）、·—“”…/ 10⁴ kWh m³ ° é ñ Ａ１ ー한𠮷 -_@.'];

test('equals string-width for names and units', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...alphabet) }), (text) => {
      expect(displayWidth(text)).toBe(stringWidth(text));
    }),
  );
});
