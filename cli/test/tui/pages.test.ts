import { describe, expect, test } from 'vitest';
import type { Page, Paging } from '../../src/api/pages.ts';
import { Pages } from '../../src/tui/list/pages.ts';

const SIZE = 10;

/** A list on a server that answers only when the test says so. */
function server(total: number) {
  const asked: { page: number; signal: AbortSignal; answer(): void; refuse(error: Error): void }[] = [];
  const fetch = ({ page, size }: Paging, signal: AbortSignal) =>
    new Promise<Page<string>>((resolve, reject) => {
      const first = (page - 1) * size;
      const items = Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, at) => `row ${first + at}`);
      asked.push({ page, signal, answer: () => resolve({ total, items }), refuse: reject });
    });
  const failures: unknown[] = [];
  const told = { changes: 0 };
  const pages = new Pages<string>(
    fetch,
    () => {
      told.changes += 1;
    },
    (error) => failures.push(error),
    SIZE,
  );
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const answerAll = async () => {
    for (let at = 0; at < asked.length; at++) {
      asked[at]?.answer();
      await settle();
    }
  };
  return { pages, asked, failures, told, settle, answerAll, numbers: () => asked.map(({ page }) => page) };
}

describe('page loading', () => {
  test('loads the visible page first, then its neighbours', async () => {
    const { pages, asked, numbers, settle, told } = server(1000);
    pages.look(0, 8);
    expect(numbers()).toEqual([1]);
    expect(pages.row(3)).toBeUndefined();
    asked[0]?.answer();
    await settle();
    expect(pages.total).toBe(1000);
    expect(pages.row(3)).toBe('row 3');
    expect(told.changes).toBe(1);
    pages.look(505, 513);
    expect(numbers()).toEqual([1, 51, 52]);
    asked[1]?.answer();
    asked[2]?.answer();
    await settle();
    expect(numbers()).toEqual([1, 51, 52, 53, 50]);
    expect(pages.row(512)).toBe('row 512');
  });

  test('drops unrequested pages when scrolled past', async () => {
    const { pages, asked, numbers, settle } = server(1000);
    pages.look(0, 8);
    asked[0]?.answer();
    await settle();
    for (let top = 100; top <= 900; top += 100) pages.look(top, top + 8);
    asked[1]?.answer();
    asked[2]?.answer();
    await settle();
    expect(numbers()).toEqual([1, 11, 12, 91, 92]);
  });

  test('caches a limited number of pages, the last viewed', async () => {
    const { pages, answerAll, numbers } = server(1000);
    pages.look(0, 8);
    await answerAll();
    for (let top = 0; top < 1000; top += 10) {
      pages.look(top, top + 8);
      await answerAll();
    }
    const kept = Array.from({ length: 100 }, (_, page) => pages.row(page * 10)).filter((row) => row !== undefined);
    expect(kept).toHaveLength(24);
    expect(pages.row(995)).toBe('row 995');
    expect(numbers().filter((page) => page === 1)).toHaveLength(1);
  });

  test('a row that is dropped moves those behind it up; pages behind a gap are fetched again', async () => {
    const { pages, answerAll } = server(1000);
    pages.look(0, 8);
    await answerAll();
    pages.look(0, 8);
    await answerAll();
    pages.look(500, 508);
    await answerAll();
    expect(pages.drop((row) => row === 'row 4')).toBe(true);
    expect([3, 4, 9, 10, 18].map((at) => pages.row(at))).toEqual(['row 3', 'row 5', 'row 10', 'row 11', 'row 19']);
    expect([pages.row(503), pages.total]).toEqual([undefined, 999]);
    expect(pages.drop((row) => row === 'row 4')).toBe(false);
  });

  test('requests nothing beyond the end', async () => {
    const { pages, answerAll, numbers } = server(15);
    pages.look(0, 8);
    await answerAll();
    pages.look(7, 15);
    await answerAll();
    expect(numbers()).toEqual([1, 2]);
  });

  test('reports a failure once and retries when the page is viewed', async () => {
    const { pages, asked, failures, numbers, settle } = server(100);
    pages.look(0, 8);
    asked[0]?.refuse(new Error('down'));
    await settle();
    expect(failures).toEqual([new Error('down')]);
    expect(numbers()).toEqual([1]);
    pages.look(0, 8);
    expect(numbers()).toEqual([1, 1]);
  });

  test('closing cancels requests and ignores late responses', async () => {
    const { pages, asked, told, settle } = server(100);
    pages.look(0, 8);
    pages.end();
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer();
    await settle();
    expect(told.changes).toBe(0);
    expect(pages.row(0)).toBeUndefined();
  });
});
