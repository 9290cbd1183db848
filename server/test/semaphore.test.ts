import { semaphore } from '@shp/server/overload/semaphore';
import { expect, test } from 'vitest';

/** Jobs that run until the test ends them. */
function works(turns: ReturnType<typeof semaphore>) {
  const begun: string[] = [];
  const ends = new Map<string, (fail?: Error) => void>();
  const start = (name: string) =>
    turns(
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name);
          ends.set(name, (fail) => (fail ? reject(fail) : resolve(name)));
        }),
    );
  return { begun, start, end: (name: string, fail?: Error) => ends.get(name)?.(fail) };
}

test('runs a fixed number at once and the rest in order, also after a failure', async () => {
  const { begun, start, end } = works(semaphore(2, 10));
  const [a, b, c, d] = [start('a'), start('b'), start('c'), start('d')];
  expect(begun).toEqual(['a', 'b']);
  end('b', new Error('no'));
  await expect(b).rejects.toThrow('no');
  expect(begun).toEqual(['a', 'b', 'c']);
  end('a');
  await a;
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  expect(await Promise.all([c, d])).toEqual(['c', 'd']);
});

test('refuses new tasks if too many wait', async () => {
  const { start, end } = works(semaphore(1, 1));
  const [first, second] = [start('a'), start('b')];
  await expect(start('c')).rejects.toMatchObject({ code: 'overloaded', details: { retryAfter: 5 } });
  end('a');
  await first;
  end('b');
  await second;
  const later = start('d');
  end('d');
  expect(await later).toBe('d');
});
