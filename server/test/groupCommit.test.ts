import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insert, type Notes, openNotes } from './notes.ts';

let notes: Notes;
beforeEach(async () => {
  notes = await openNotes('wal');
});
afterEach(() => notes.close());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

function add(n: number, { parent = null, fail = false }: { parent?: number | null; fail?: boolean } = {}) {
  return notes.write.transaction().execute(async (db) => {
    await insert(db, n, { parent });
    if (fail) throw new Error(`no ${n}`);
  });
}

const became = async (works: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(works)).map(({ status }) => status === 'fulfilled');

describe('concurrent transactions', () => {
  test('share commits, and each returns only when others can see it', async () => {
    const states = new Set<unknown>();
    const seen = await Promise.all(
      numbers(40).map(async (n) => {
        await add(n);
        states.add(notes.other.pragma('data_version', { simple: true }));
        return notes.kept().includes(n);
      }),
    );
    expect(seen).toEqual(numbers(40).map(() => true));
    expect(states.size).toBeLessThan(5);
  });

  test('are rolled back alone if one fails', async () => {
    const results = await Promise.allSettled(numbers(5).map((n) => add(n, { fail: n === 2 })));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
    expect(results[2]).toMatchObject({ reason: { message: 'no 2' } });
    expect(notes.kept()).toEqual([0, 1, 3, 4]);
  });

  test('see the changes of earlier ones', async () => {
    const count = () =>
      notes.write.transaction().execute(async (db) => {
        const rows = await db.selectFrom('note').select('n').execute();
        await insert(db, 100 + rows.length);
      });
    await Promise.all([add(0), count(), count()]);
    expect(notes.kept()).toEqual([0, 101, 102]);
  });

  test('all fail if their commit fails, also one that refused because of what it read; the next one works', async () => {
    const refuse = () =>
      notes.write.transaction().execute(async (db) => {
        const seen = await db.selectFrom('note').select('n').execute();
        throw new Error(`seen ${seen.length}`);
      });
    const results = await Promise.allSettled([add(0), add(1, { parent: 7 }), refuse(), add(2)]);
    expect(results.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))).toEqual(
      Array(4).fill('SqliteError: FOREIGN KEY constraint failed'),
    );
    expect(notes.kept()).toEqual([]);
    await add(3);
    await expect(refuse()).rejects.toThrow('seen 1');
    expect(notes.kept()).toEqual([3]);
  });

  test('are on disk before a statement outside a transaction', async () => {
    const first = add(0);
    await insert(notes.write, 1);
    expect(notes.kept()).toEqual([0, 1]);
    await first;
  });

  test('yield to other work in between', async () => {
    let rounds = 0;
    const count = () => {
      rounds += 1;
      if (rounds < 1000) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(numbers(100).map((n) => add(n)));
    expect(rounds).toBeGreaterThanOrEqual(6);
  });

  test('finish before the database closes', async () => {
    const slow = notes.write.transaction().execute(async (db) => {
      await insert(db, 0);
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('no');
    });
    const results = became([slow, add(1)]);
    await new Promise((resolve) => setImmediate(resolve));
    await notes.write.destroy();
    expect(await results).toEqual([false, true]);
    expect(notes.kept()).toEqual([1]);
  });
});
