import { EventLoopScheduler } from '@shp/server/overload/eventLoopScheduler';
import { FairQueue } from '@shp/server/overload/fairQueue';
import { expect, test } from 'vitest';

test("a caller's queued tasks wait behind each other", () => {
  const queue = new FairQueue<string>();
  for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(one.slice(0, 1), one);
  expect(queue.length).toBe(6);
  expect(queue.of('a')).toEqual(['a1', 'a2', 'a3']);
  expect(Array.from({ length: 7 }, () => queue.shift())).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
  expect([queue.length, queue.of('a')]).toEqual([0, []]);
});

/** Blocks the event loop. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('under any load the event loop keeps turning, and refusals are sent between tasks', async () => {
  const scheduler = new EventLoopScheduler();
  const done: string[] = [];
  let [turns, over] = [0, false];
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const come: Promise<unknown>[] = [];
  for (let each = 0; each < 40; each++) {
    come.push(
      scheduler.call('a').then(() => {
        work(2);
        done.push('call');
      }),
      scheduler.refusal('b').then(() => done.push('refusal')),
    );
    // Like real requests: each one does all it can before the next one starts.
    for (let turn = 0; turn < 5; turn++) await null;
  }
  await Promise.all(come);
  over = true;
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(done.lastIndexOf('refusal')).toBeLessThan(done.lastIndexOf('call'));
});

test('a single task starts at once', async () => {
  const scheduler = new EventLoopScheduler();
  let begun = false;
  void scheduler.call('a').then(() => {
    begun = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toBe(true);
});
