import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Paging, rowWith } from '../src/api/pages.ts';

const keyOf = (place: number) => String(place).padStart(6, '0');

test('a row is found by its key in a list of any length with few page requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(5000), fc.nat(5000), fc.boolean(), async (length, place, between) => {
      const rows = Array.from({ length }, (_, at) => ({ key: keyOf(at), at }));
      let pages = 0;
      const get = async ({ page, size }: Paging) => {
        pages += 1;
        return { total: length, items: rows.slice((page - 1) * size, page * size) };
      };
      const key = between ? `${keyOf(place)}a` : keyOf(place);
      const found = await rowWith(key, (row) => row.key, get);
      expect(found?.at).toBe(between || place >= length ? undefined : place);
      expect(pages).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(1 + length / 200)));
    }),
  );
});
