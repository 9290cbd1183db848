import { ApiError, NetworkError } from '@shp/shared/api/errors';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entries, Same, TypedEdit } from '../src/outbox/entries.ts';
import type { LeftBehind } from '../src/outbox/leftBehind.ts';
import { Outbox, type Saved } from '../src/outbox/outbox.ts';
import type { Outcome } from '../src/outbox/sending.ts';
import { type Store, withMemory } from '../src/outbox/store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const same: Same = (a, b) => (a ?? 0) === (b ?? 0);
type Fault = 'none' | 'lostRequest' | 'lostAnswer' | 'busy' | 'sessionEnded';
type Judging = 'byVersion' | 'byPlace';

/** A server that stores numbers by place and checks a batch as the real one does: by version, or place by place. */
class Server {
  readonly saved = new Map<string, number>();
  version = 1;
  faults: Fault[] = [];
  /** Runs while a request is in flight, to simulate further typing. */
  meanwhile: (() => Promise<void>) | null = null;
  /** Values written by others that one of our writes replaced. */
  readonly replaced: { place: string; value: number }[] = [];
  readonly #foreign = new Map<string, number>();

  constructor(private readonly judging: Judging) {}

  byAnother(place: string, value: number): void {
    this.saved.set(place, value);
    this.#foreign.set(place, value);
    this.version += 1;
  }

  async send(batch: Entries): Promise<Outcome> {
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'lostRequest') throw new NetworkError('lost');
    if (fault === 'busy') throw new ApiError(503, { code: 'overloaded', message: 'busy' });
    if (fault === 'sessionEnded') throw new ApiError(401, { code: 'unauthenticated', message: 'ended' });
    const outcome = this.#judge(batch);
    await this.meanwhile?.();
    if (fault === 'lostAnswer') throw new NetworkError('lost');
    return outcome;
  }

  #judge(batch: Entries): Outcome {
    const current = new Map(batch.map(({ place }) => [place, this.saved.get(place) ?? 0]));
    const version = this.judging === 'byVersion' ? this.version : null;
    const stale =
      this.judging === 'byVersion'
        ? Math.min(...batch.map((entry) => entry.version ?? 0)) !== this.version
        : batch.some(({ place, was, value }) => !same(was, current.get(place)) && !same(value, current.get(place)));
    if (stale) return { kind: 'outdated', current, version };
    for (const { place, value } of batch) {
      const before = this.#foreign.get(place);
      if (before !== undefined && !same(before, value)) this.replaced.push({ place, value: before });
      this.#foreign.delete(place);
      this.saved.set(place, value as number);
    }
    this.version += 1;
    return this.judging === 'byVersion'
      ? { kind: 'saved', answer: { saved: new Map(this.saved), version: this.version }, version: this.version }
      : { kind: 'saved', answer: null, version: null };
  }
}

/** A browser's database with room for `room` entries. */
class Disk implements Store {
  entries: Entries = [];
  room = Number.POSITIVE_INFINITY;

  async change(make: (entries: Entries) => Entries): Promise<Entries> {
    const after = make(this.entries);
    const isLarger = after.some((entry) => !this.entries.includes(entry));
    if (isLarger && after.length > this.room) throw new DOMException('full', 'QuotaExceededError');
    this.entries = after;
    return after;
  }

  isDurable(): boolean {
    return true;
  }
}

/** What pages that were left have written down. */
class Left implements LeftBehind {
  edits: readonly TypedEdit[] = [];

  write(edits: readonly TypedEdit[]): void {
    this.edits = edits;
  }

  read() {
    const { edits } = this;
    return { edits, forget: () => this.write([]) };
  }
}

/** A tab: a page that shows the values it has read, overlaid with the edits in its outbox. */
class Tab {
  outbox: Outbox;
  seen = new Map<string, number>();
  version = 1;
  readonly leftBehind = new Left();

  constructor(
    private readonly server: Server,
    private readonly store: Store,
  ) {
    this.outbox = this.#open();
  }

  #open(): Outbox {
    const outbox = new Outbox({
      store: this.store,
      senderOf: () => ({ sender: { same, send: (_, batch) => this.server.send(batch) }, id: '' }),
      leftBehind: this.leftBehind,
      mayGo: () => true,
      alone: (work) => work(),
      tell: () => {},
    });
    outbox.onSaved((saved: Saved) => {
      const whole = saved.answer as { saved: Map<string, number>; version: number } | null;
      if (whole) [this.seen, this.version] = [whole.saved, whole.version];
      else for (const [place, value] of saved.values) this.seen.set(place, value as number);
    });
    return outbox;
  }

  async crash(): Promise<void> {
    this.outbox.pause();
    this.outbox = this.#open();
    this.read();
    await this.outbox.resume();
  }

  read(): void {
    this.seen = new Map(this.server.saved);
    this.version = this.server.version;
  }

  type(place: string, value: number): Promise<void> {
    const { seen, version } = this;
    return this.outbox.edit({ object: 'o', place, value, was: seen.get(place) ?? 0, version });
  }

  /** The value that the page shows. */
  shown(place: string): number {
    const entry = this.outbox.snapshot().entries.find((one) => one.place === place);
    return (entry?.value as number | undefined) ?? this.seen.get(place) ?? 0;
  }

  async settle(): Promise<void> {
    this.outbox.flush();
    await vi.advanceTimersByTimeAsync(600_000);
  }
}

const place = fc.constantFrom('a', 'b', 'c');
const value = fc.integer({ min: 1, max: 4 });
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('type' as const), place, value }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('another' as const), place, value }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('typeMeanwhile' as const),
      place,
      value,
      skip: fc.integer({ min: 0, max: 1 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      fault: fc.constantFrom<Fault>('none', 'lostRequest', 'lostAnswer', 'busy', 'sessionEnded'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
);

for (const judging of ['byVersion', 'byPlace'] as const) {
  test(`${judging}: under any faults no edit is lost and no change of others is overwritten unseen`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        const server = new Server(judging);
        const tab = new Tab(server, new Disk());
        await tab.outbox.resume();
        const last = new Map<string, number>();
        const seenByPerson = new Set<string>();
        const type = async (where: string, typed: number) => {
          seenByPerson.add(`${where}=${tab.seen.get(where) ?? 0}`).add(`${where}=${typed}`);
          last.set(where, typed);
          await tab.type(where, typed);
        };
        for (const one of commands) {
          switch (one.do) {
            case 'type':
              await type(one.place, one.value);
              break;
            case 'another':
              server.byAnother(one.place, one.value);
              break;
            case 'typeMeanwhile': {
              let skipped = false;
              server.meanwhile = async () => {
                if (one.skip > 0 && !skipped) {
                  skipped = true;
                  return;
                }
                server.meanwhile = null;
                await type(one.place, one.value);
              };
              break;
            }
            case 'send':
              server.faults = [one.fault];
              tab.outbox.flush();
              await vi.advanceTimersByTimeAsync(0);
              break;
            case 'crash':
              await tab.crash();
              break;
            case 'read':
              tab.read();
              break;
          }
          for (const [where, typed] of last) {
            const entry = tab.outbox.snapshot().entries.find((each) => each.place === where);
            if (entry) expect(entry.value).toBe(typed);
          }
        }
        server.faults = [];
        server.meanwhile = null;
        await tab.settle();

        const { entries } = tab.outbox.snapshot();
        expect(entries.filter(({ trouble }) => trouble === null)).toEqual([]);
        // A write replaces only values that the page had shown before the edit, or the user's own.
        for (const { place: where, value: theirs } of server.replaced)
          expect(seenByPerson).toContain(`${where}=${theirs}`);
        // If no one else has written, there is no conflict.
        if (!commands.some((one) => one.do === 'another')) {
          expect(entries).toEqual([]);
          for (const [where, typed] of last) expect(server.saved.get(where) ?? 0).toBe(typed);
        }
        // Each conflict has both values.
        for (const entry of entries) {
          expect(entry.value).toBe(last.get(entry.place));
          expect(entry.trouble).toEqual({ kind: 'conflict', current: expect.any(Number) });
        }
        for (let left = entries; left.length > 0; left = tab.outbox.snapshot().entries) {
          for (const entry of left) await tab.outbox.decide(entry, 'mine');
          await tab.settle();
        }
        for (const entry of entries) expect(server.saved.get(entry.place)).toBe(last.get(entry.place));
      }),
      { numRuns: 400 },
    );
  });
}

async function opened(judging: Judging = 'byVersion'): Promise<{ server: Server; tab: Tab }> {
  const server = new Server(judging);
  const tab = new Tab(server, new Disk());
  await tab.outbox.resume();
  return { server, tab };
}

test('edits of one place become one request, sent when typing pauses', async () => {
  const { server, tab } = await opened();
  const send = vi.spyOn(server, 'send');
  for (const typed of [1, 2, 3]) {
    await tab.type('a', typed);
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(send).toHaveBeenCalledTimes(1);
  expect(server.saved.get('a')).toBe(3);
});

test('continuous typing is sent too', async () => {
  const { server, tab } = await opened();
  for (let round = 0; round < 30; round += 1) {
    await tab.type('a', round + 1);
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(server.saved.get('a')).toBeGreaterThan(15);
});

test('an edit undone before it is sent is never sent', async () => {
  const { server, tab } = await opened();
  const send = vi.spyOn(server, 'send');
  await tab.type('a', 5);
  await tab.type('a', 0);
  await tab.settle();
  expect(tab.outbox.snapshot().entries).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

test('offline the outbox says so, retries with back-off, and recovers by itself', async () => {
  const { server, tab } = await opened();
  const send = vi.spyOn(server, 'send');
  server.faults = Array.from({ length: 5 }, () => 'lostRequest');
  await tab.type('a', 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(tab.outbox.snapshot().halted).toBe('network');
  await vi.advanceTimersByTimeAsync(2000 + 4000 + 8000);
  expect(send).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(16_000 + 32_000);
  expect(send).toHaveBeenCalledTimes(6);
  expect(tab.outbox.snapshot()).toMatchObject({ halted: null, entries: [] });
});

test('an unexpected error is reported, and sending continues by itself', async () => {
  const told: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => told.push(error));
  const { server, tab } = await opened();
  const send = vi.spyOn(server, 'send');
  const fault = new TypeError('no such thing');
  send.mockRejectedValueOnce(fault);
  await tab.type('a', 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(tab.outbox.snapshot()).toMatchObject({ halted: 'fault', entries: [{ place: 'a', value: 1 }] });
  await vi.advanceTimersByTimeAsync(2000);
  expect(tab.outbox.snapshot()).toMatchObject({ halted: null, entries: [] });
  expect(server.saved.get('a')).toBe(1);
  expect(told).toEqual([fault]);
  vi.unstubAllGlobals();
});

test('when the session ends the edit waits, and is sent after the next start', async () => {
  const { server, tab } = await opened();
  const send = vi.spyOn(server, 'send');
  server.faults = ['sessionEnded'];
  await tab.type('a', 1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(send).toHaveBeenCalledTimes(1);
  tab.outbox.pause();
  expect(tab.outbox.snapshot().entries).toEqual([]);
  await tab.outbox.resume();
  await tab.settle();
  expect(server.saved.get('a')).toBe(1);
});

test('a refused edit stays with its reason until the person decides; the rest is sent', async () => {
  const { server, tab } = await opened();
  const send = vi.spyOn(server, 'send');
  send.mockResolvedValueOnce({ kind: 'refused', messages: new Map([['a', 'too large']]) });
  await tab.type('a', 1);
  await tab.type('b', 2);
  await tab.settle();
  const [entry] = tab.outbox.snapshot().entries;
  expect(tab.outbox.snapshot().entries).toMatchObject([
    { place: 'a', value: 1, trouble: { kind: 'refused', message: 'too large' } },
  ]);
  expect(server.saved).toEqual(new Map([['b', 2]]));
  if (entry) await tab.outbox.decide(entry, 'theirs');
  expect(tab.outbox.snapshot().entries).toEqual([]);
  expect(tab.shown('a')).toBe(0);
});

test('what waits for something else lets the rest go, and goes after it', async () => {
  let ready = false;
  const sent: string[] = [];
  const outbox = new Outbox({
    store: new Disk(),
    leftBehind: new Left(),
    senderOf: (object) => ({
      id: object,
      sender: {
        same,
        async send(_id, [entry]) {
          if (object === 'step' && !ready) return { kind: 'waits' };
          sent.push(`${object} ${entry?.value}`);
          return { kind: 'saved', answer: null, version: null };
        },
      },
    }),
    mayGo: () => true,
    alone: (work) => work(),
    tell: () => undefined,
  });
  await outbox.edit({ object: 'step', place: 'p', value: 1, was: 0 });
  await outbox.edit({ object: 'other', place: 'p', value: 2, was: 0 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual(['other 2']);
  expect(outbox.snapshot()).toMatchObject({ halted: null, entries: [{ object: 'step' }] });
  ready = true;
  outbox.flush();
  await vi.advanceTimersByTimeAsync(100);
  expect([sent, outbox.snapshot().entries]).toEqual([['other 2', 'step 1'], []]);
});

test('an edit that the store did not have when the page was left comes back, unless a newer one is stored', async () => {
  const server = new Server('byPlace');
  const disk = new Disk();
  let held: Promise<void> | null = null;
  const store: Store = {
    change: async (make) => held?.then(() => disk.change(make)) ?? disk.change(make),
    isDurable: () => true,
  };
  const tab = new Tab(server, store);
  await tab.outbox.resume();
  await tab.type('a', 1);
  held = new Promise(() => {});
  void tab.type('a', 2);
  void tab.type('b', 3);
  tab.outbox.leave();
  held = null;
  await tab.crash();
  expect([tab.shown('a'), tab.shown('b'), tab.leftBehind.edits]).toEqual([2, 3, []]);

  held = new Promise(() => {});
  void tab.type('a', 4);
  tab.outbox.leave();
  held = null;
  const other = new Tab(server, disk);
  await vi.advanceTimersByTimeAsync(100);
  other.read();
  await other.type('a', 1);
  await tab.crash();
  expect(tab.shown('a')).toBe(1);
  await tab.settle();
  expect(server.saved).toEqual(
    new Map([
      ['a', 1],
      ['b', 3],
    ]),
  );
});

test('what is stored in time leaves nothing behind', async () => {
  const { tab } = await opened();
  const typing = tab.type('a', 1);
  tab.outbox.leave();
  expect(tab.leftBehind.edits).toHaveLength(1);
  await typing;
  expect(tab.leftBehind.edits).toEqual([]);
});

test('in a conflict the other value is shown and can be taken', async () => {
  const { server, tab } = await opened('byPlace');
  server.byAnother('a', 4);
  await tab.type('a', 1);
  await tab.settle();
  expect(tab.shown('a')).toBe(1);
  const [entry] = tab.outbox.snapshot().entries;
  if (entry) await tab.outbox.decide(entry, 'theirs');
  await tab.settle();
  expect(tab.shown('a')).toBe(4);
  expect(server.saved.get('a')).toBe(4);
});

test('a store that fails loses no edit: it is sent from memory, and the person is told', async () => {
  const server = new Server('byVersion');
  const broken: Store = { change: () => Promise.reject(new Error('forbidden')), isDurable: () => true };
  const tab = new Tab(server, withMemory(broken));
  await tab.outbox.resume();
  await tab.type('a', 1);
  expect(tab.outbox.snapshot()).toMatchObject({ durable: false, entries: [{ place: 'a', value: 1 }] });
  await tab.settle();
  expect(server.saved.get('a')).toBe(1);
  expect(tab.outbox.snapshot()).toMatchObject({ durable: true, entries: [] });
});

test('a full store keeps what it has, sends nothing older than what was sent, and takes the rest when it has room', async () => {
  const server = new Server('byPlace');
  const disk = new Disk();
  const tab = new Tab(server, withMemory(disk));
  await tab.outbox.resume();
  server.faults = Array.from({ length: 9 }, () => 'lostRequest' as const);
  await tab.type('a', 1);
  disk.room = 0;
  await tab.type('a', 2);
  await tab.type('b', 3);
  expect(tab.outbox.snapshot()).toMatchObject({ durable: false, entries: [{ value: 2 }, { value: 3 }] });
  expect(disk.entries).toMatchObject([{ place: 'a', value: 1 }]);
  disk.room = 9;
  await tab.type('c', 4);
  expect(tab.outbox.snapshot().durable).toBe(true);
  expect(disk.entries.map(({ value }) => value)).toEqual([2, 3, 4]);

  disk.room = 0;
  await tab.type('a', 5);
  expect(tab.outbox.snapshot().durable).toBe(false);
  server.faults = [];
  await tab.settle();
  expect(Object.fromEntries(server.saved)).toEqual({ a: 5, b: 3, c: 4 });
  expect(disk.entries).toEqual([]);
  await tab.crash();
  await tab.settle();
  expect(tab.outbox.snapshot().entries).toEqual([]);
  expect(server.saved.get('a')).toBe(5);
});
