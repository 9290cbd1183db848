import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insert, insertOrTakeBack, type Notes, openNotes } from './notes.ts';

let notes: Notes;

const round = () => new Promise<void>((resolve) => setImmediate(resolve));
async function rounds(count: number): Promise<void> {
  for (let each = 0; each < count; each++) await round();
}

/** The behaviour of one caller; `begins` and `pauses` count turns of the event loop. */
const ACTS = [
  'keeps',
  'fails',
  'refuses by what it has seen',
  'goes on after a fault',
  'makes the commit fail',
  'has all taken back',
  'has all taken back and goes on',
  'no transaction',
] as const;
type Act = { how: (typeof ACTS)[number]; begins: number; pauses: number; large: boolean };
/** A fault of the database: when it begins and how long it lasts, in turns of the event loop. */
const FAULTS = ['none', 'full', 'locked', 'being read'] as const;
type Fault = { what: (typeof FAULTS)[number]; from: number; for: number };

const act: fc.Arbitrary<Act> = fc.record({
  how: fc.oneof({ weight: 6, arbitrary: fc.constant('keeps' as const) }, fc.constantFrom(...ACTS)),
  begins: fc.nat({ max: 4 }),
  pauses: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
  large: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
});
const fault: fc.Arbitrary<Fault> = fc.record({
  what: fc.constantFrom(...FAULTS),
  from: fc.nat({ max: 4 }),
  for: fc.integer({ min: 1, max: 6 }),
});

class Refused extends Error {
  constructor(readonly seen: readonly number[]) {
    super('refused');
  }
}

/** The keys of a caller's two notes. */
const keysOf = (place: number) => [place * 2, place * 2 + 1] as const;

async function perform({ how, begins, pauses, large }: Act, place: number): Promise<void> {
  const [first, second] = keysOf(place);
  const text = large ? 'x'.repeat(20_000) : '';
  await rounds(begins);
  if (how === 'no transaction') return insert(notes.write, first, { text });
  await notes.write.transaction().execute(async (db) => {
    const seen = (await db.selectFrom('note').select('n').execute()).map(({ n }) => n);
    if (how === 'refuses by what it has seen') throw new Refused(seen);
    await insert(db, first, { text, parent: how === 'makes the commit fail' ? 7 : null });
    await rounds(pauses);
    if (how === 'goes on after a fault') await insert(db, first).catch(() => {});
    if (how === 'has all taken back') await insertOrTakeBack(db, first);
    if (how === 'has all taken back and goes on') await insertOrTakeBack(db, first).catch(() => {});
    await insert(db, second);
    if (how === 'fails') throw new Error('no');
  });
}

/** Causes a fault and ends it: a full disk, or another program that writes or reads. */
async function befall({ what, from, for: lasts }: Fault): Promise<void> {
  await rounds(from);
  const { program } = notes;
  if (what === 'full') notes.limit(10);
  try {
    if (what === 'locked') program.exec('begin immediate');
    if (what === 'being read') program.exec('begin; select count(*) from note');
  } catch {
    // The server was writing at this moment; the other program gives up.
  }
  await rounds(lasts);
  if (what === 'full') notes.limit(null);
  if (program.inTransaction) program.exec('rollback');
}

describe('under random faults', () => {
  test.each(['wal', 'delete'] as const)(
    'confirmed work is on disk, failed work leaves nothing, nothing hangs (journal: %s)',
    async (journal) => {
      const played = fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 30 }), fault, async (acts, trouble) => {
        notes = await openNotes(journal);
        try {
          await play(acts, trouble);
        } finally {
          await notes.close();
        }
      });
      await fc.assert(played, { numRuns: 60 });
    },
  );
});

async function play(acts: readonly Act[], trouble: Fault): Promise<void> {
  const wanted = new Set<number>();
  const onDisk = (keys: readonly number[]) => keys.every((key) => notes.kept().includes(key));
  const answers = acts.map(async (one, index) => {
    const [first, second] = keysOf(index);
    const keys = one.how === 'no transaction' ? [first] : [first, second];
    const error = await perform(one, index).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) for (const key of keys) wanted.add(key);
    return error === null ? onDisk(keys) : !(error instanceof Refused) || onDisk(error.seen);
  });
  const [, ...told] = await Promise.all([befall(trouble), ...answers]);
  expect(told).toEqual(acts.map(() => true));
  expect(new Set(notes.kept())).toEqual(wanted);
  await insert(notes.write, 1000);
  expect(notes.kept()).toContain(1000);
}

describe('if a rollback is impossible because a statement is still reading', () => {
  /** One transaction that waits for its commit, and one that fails while reading. */
  function reading() {
    const first = notes.write.transaction().execute((db) => insert(db, 0));
    let rows: AsyncIterator<unknown> | undefined;
    const second = notes.write.transaction().execute(async (db) => {
      await insert(db, 1);
      rows = db.selectFrom('note').selectAll().stream()[Symbol.asyncIterator]();
      await rows.next();
      throw new Error('no');
    });
    return { first, second, stop: async () => void (await rows?.return?.()) };
  }
  const busy = 'busy executing a query';

  test('all callers get the error, and so do new ones until the rollback succeeds', async () => {
    notes = await openNotes('wal');
    const { first, second, stop } = reading();
    await Promise.all([expect(first).rejects.toThrow(busy), expect(second).rejects.toThrow(busy)]);
    await expect(notes.write.transaction().execute((db) => insert(db, 2))).rejects.toThrow(busy);
    await expect(insert(notes.write, 3)).rejects.toThrow(busy);
    await stop();
    await notes.write.transaction().execute((db) => insert(db, 4));
    expect(notes.kept()).toEqual([4]);
    await notes.close();
  });

  test('nothing is stored when the rollback succeeds soon', async () => {
    notes = await openNotes('wal');
    const { first, second, stop } = reading();
    await Promise.all([expect(first).rejects.toThrow(busy), second.catch(stop)]);
    await rounds(2);
    await insert(notes.write, 2);
    expect(notes.kept()).toEqual([2]);
    await notes.close();
  });
});

test('a statement after the failure of its transaction is not stored', async () => {
  notes = await openNotes('wal');
  for (let ticks = 0; ticks < 30; ticks++) {
    const failing = notes.write.transaction().execute(async (db) => {
      const late = async () => {
        for (let tick = 0; tick < ticks; tick++) await null;
        await insert(db, ticks);
      };
      late().catch(() => {});
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await rounds(2);
  }
  expect(notes.kept()).toEqual([]);
  await notes.close();
});
