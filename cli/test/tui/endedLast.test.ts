import { OPEN, type Status } from '@shp/shared/domain/assessment/statuses';
import { expect, test } from 'vitest';
import type { Paging } from '../../src/api/pages.ts';
import { endedLast } from '../../src/tui/list/endedLast.ts';

/** Reviews on a server that sorts by the time in a stage alone. */
function server(open: number, ended: number) {
  const named = (what: string, count: number) => Array.from({ length: count }, (_, at) => `${what} ${at + 1}`);
  const rows = { open: named('open', open), ended: named('ended', ended) };
  const answers = new Map<string, readonly string[]>();
  return async (status: readonly Status[], { page, size }: Paging) => {
    const all = status.every((one) => OPEN.includes(one)) ? rows.open : rows.ended;
    const key = `${all === rows.open} ${page} ${size}`;
    const items = answers.get(key) ?? all.slice((page - 1) * size, page * size);
    answers.set(key, items);
    return { total: all.length, items };
  };
}

test.each([
  [25, 13],
  [20, 25],
  [0, 31],
  [31, 0],
  [9, 2],
])('%i open reviews come before %i ended ones, each once, whatever the page', async (open, ended) => {
  const paged = endedLast<string>();
  const get = server(open, ended);
  const rows: string[] = [];
  for (let page = 1; page <= Math.ceil((open + ended) / 10); page++) {
    const answer = await paged(get, [], { page, size: 10 });
    expect(answer.total).toBe(open + ended);
    rows.push(...answer.items);
  }
  expect(rows).toEqual([
    ...Array.from({ length: open }, (_, at) => `open ${at + 1}`),
    ...Array.from({ length: ended }, (_, at) => `ended ${at + 1}`),
  ]);
});

test('an unchanged page is the same array again', async () => {
  const paged = endedLast<string>();
  const get = server(25, 13);
  const [one, other] = [await paged(get, [], { page: 3, size: 10 }), await paged(get, [], { page: 3, size: 10 })];
  expect(other.items).toBe(one.items);
});
