import { loadOnce, loadOncePerKey } from '@shp/shared/domain/lib/loadOnce';
import { expect, test } from 'vitest';

/** Fails the first `failures` calls, then returns the number of the call. */
function failing(failures: number) {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= failures) throw new Error(`no ${calls}`);
    return calls;
  };
}

test('loads once, also for callers during the load', async () => {
  const load = loadOnce(failing(0));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

test('a failure rejects the waiting callers and is not cached', async () => {
  const load = loadOnce(failing(1));
  const [first, second] = await Promise.allSettled([load(), load()]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect(await load()).toBe(2);
  expect(await load()).toBe(2);
});

test('keys load and fail independently', async () => {
  const loads = { a: failing(1), b: failing(0) };
  const load = loadOncePerKey((key) => loads[key as 'a' | 'b']());
  await expect(load('a')).rejects.toThrow('no 1');
  expect([await load('b'), await load('a'), await load('a')]).toEqual([1, 2, 2]);
});
