import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { expect, test } from 'vitest';

/** Work that ends when the test says so. */
function gates() {
  const started: number[] = [];
  const running = new Map<number, { resolve(result: string): void; reject(error: Error): void }>();
  return {
    started,
    work: (item: number) =>
      new Promise<string>((resolve, reject) => {
        started.push(item);
        running.set(item, { resolve, reject });
      }),
    end: (...items: number[]) => {
      for (const item of items) running.get(item)?.resolve(`done ${item}`);
    },
    fail: (item: number, error: Error) => running.get(item)?.reject(error),
    /** Lets everything run that can. */
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test('gives the results in the order of the items, whatever ends first', async () => {
  const { work, end } = gates();
  const mapped = mapLimit([1, 2, 3], 3, work);
  end(3, 1, 2);
  expect(await mapped).toEqual(['done 1', 'done 2', 'done 3']);
});

test('runs at most as many at a time as the limit', async () => {
  const { started, work, end, settle } = gates();
  const mapped = mapLimit([1, 2, 3, 4], 2, work);
  expect(started).toEqual([1, 2]);
  end(2);
  await settle();
  expect(started).toEqual([1, 2, 3]);
  end(1, 3);
  await settle();
  end(4);
  expect(await mapped).toHaveLength(4);
});

test('an error starts nothing more, and is thrown when the running work has ended', async () => {
  const { started, work, end, fail, settle } = gates();
  let thrown: unknown;
  const mapped = mapLimit([1, 2, 3], 2, work).catch((error: unknown) => {
    thrown = error;
  });
  fail(1, new Error('first'));
  await settle();
  expect([started, thrown]).toEqual([[1, 2], undefined]);
  end(2);
  await mapped;
  expect([started, thrown]).toEqual([[1, 2], new Error('first')]);
});

test('an abort starts nothing more; what ran has its result, the rest has none', async () => {
  const { started, work, end } = gates();
  const stop = new AbortController();
  const mapped = mapLimit([1, 2, 3], 2, work, stop.signal);
  stop.abort();
  end(1, 2);
  expect(await mapped).toEqual(['done 1', 'done 2', undefined]);
  expect(started).toEqual([1, 2]);
});

test('has nothing to do for no items', async () => {
  expect(await mapLimit([], 4, async () => 1)).toEqual([]);
});
