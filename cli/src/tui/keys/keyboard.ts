import type { Cell, Press } from '../terminal/input.ts';
import { KEYS, type KeyId, type KeyRow, type Need, type Place } from './keys.ts';
import { type Reason, reasonOf } from './reasons.ts';

/** The reason why a need is not met, for now if it is a text; absent or null if it is met. */
export type Unmet = Partial<Record<Need, Reason | string | null>>;

/** The keys of one open screen or dialog. */
export type Layer = {
  readonly places: readonly Place[];
  readonly handlers: Partial<Record<KeyId, (key: string) => void>>;
  readonly unmet: Unmet;
  /** A note to show beside the key's name. */
  readonly notes: Partial<Record<KeyId, string>>;
  /** What a key is called here, if not by its usual name. */
  readonly names: Partial<Record<KeyId, string>>;
  /** Gets typed and pasted text first; returns true if it took it. */
  readonly typing?: ((press: Press) => boolean) | undefined;
  /** Layers below get no keys. */
  readonly modal: boolean;
};

/** A key with a handler, and the reason if it does nothing now. */
export type ActiveKey = {
  readonly row: KeyRow;
  readonly reason: Reason | null;
  readonly note: string;
  /** Its name here; absent if it has its usual one. */
  readonly name: string | undefined;
  run(): void;
};

export const ALWAYS = new Set(KEYS.filter(({ always }) => always).flatMap(({ keys }) => keys));
const MOVES = new Set(KEYS.filter(({ moves }) => moves).flatMap(({ keys }) => keys));
const BOUND = new Set(KEYS.flatMap(({ keys }) => keys));

/** Dispatches each key to the topmost screen that handles it. */
export class Keyboard {
  private readonly layers: { depth: number; layer: () => Layer }[] = [];
  private readonly queue: Press[] = [];
  private busy = false;
  private held = 0;
  /** Callbacks that cancel the current holds. */
  private readonly giveUp = new Set<() => void>();
  private typed = false;
  /** The cursor has moved since the last frame: the reasons of the keys are still those of the row before. */
  private moved = false;
  private readonly listeners = new Set<() => void>();
  private version = 0;

  private readonly areas = new Set<{ depth: number; hit: (cell: Cell) => (() => void) | null }>();

  /** Continues after the current changes are rendered; absent if nothing renders. */
  drawn: ((then: () => void) => void) | undefined;

  /** Called before a key or a click does something. */
  onAct: () => void = () => {};

  /** Called with the reason why a key does nothing. */
  onRefused: (reason: string) => void = () => {};

  /** Called with a key that does nothing on this screen. */
  onIdle: (key: string) => void = () => {};

  /**
   * Handles input in order. A key may open the screen that the next key is for, so the next one waits until that is
   * rendered.
   */
  readonly take = (press: Press): void => {
    this.queue.push(press);
    if (!this.busy) this.work();
  };

  /**
   * Queues keys until the screen they are meant for is ready; returns the release function. With `onGivenUp`, Esc
   * discards the queue and calls it.
   */
  hold(onGivenUp?: () => void): () => void {
    this.held += 1;
    if (onGivenUp) this.giveUp.add(onGivenUp);
    return () => {
      if (onGivenUp) this.giveUp.delete(onGivenUp);
      // The new screen registers its keys in the frame that releases the queue.
      setImmediate(() => {
        this.held -= 1;
        if (!this.busy) this.work();
      });
    };
  }

  /** Does what a key does. */
  pressKey(name: string): void {
    this.take({ kind: 'key', name, text: '' });
  }

  /** Puts keys that were kept before all that are queued. */
  again(presses: readonly Press[]): void {
    this.queue.unshift(...presses);
  }

  private work(): void {
    this.busy = false;
    if (this.held > 0) {
      const escaped = this.queue.findLastIndex((press) => press.kind === 'key' && press.name === 'escape');
      if (this.giveUp.size > 0 && escaped >= 0) {
        this.queue.splice(0, escaped + 1);
        for (const end of this.giveUp) end();
      } else this.takeAlways();
      return;
    }
    for (let press = this.queue[0]; press !== undefined; press = this.queue[0]) {
      if (this.held > 0) {
        this.work();
        return;
      }
      // Text input is applied at once; a key that uses it waits until it is rendered.
      if (this.typed && !isText(press)) {
        this.typed = false;
        this.wait();
        return;
      }
      if (this.moved && !(press.kind === 'key' && MOVES.has(press.name))) {
        this.moved = false;
        this.wait();
        return;
      }
      this.queue.shift();
      if (!this.press(press)) continue;
      this.wait();
      return;
    }
  }

  private wait(): void {
    this.busy = true;
    const next = () => setImmediate(() => this.work());
    // Keys change state at once, or in a microtask at the latest.
    queueMicrotask(() => (this.drawn ? this.drawn(next) : next()));
  }

  /** Adds a layer at a depth: 0 is the frame, then screens, then dialogs. */
  add(depth: number, layer: () => Layer): () => void {
    const entry = { depth, layer };
    const above = this.layers.findIndex((other) => other.depth > depth);
    this.layers.splice(above < 0 ? this.layers.length : above, 0, entry);
    this.changed();
    return () => {
      this.layers.splice(this.layers.indexOf(entry), 1);
      this.changed();
    };
  }

  /** Adds an area that takes clicks, at the depth of its layer; `hit` gives what a click does. */
  addArea(depth: number, hit: (cell: Cell) => (() => void) | null): () => void {
    const area = { depth, hit };
    this.areas.add(area);
    return () => this.areas.delete(area);
  }

  /** A click: the topmost area there takes it, unless a dialog is above it. */
  readonly click = (cell: Cell): void => {
    const least = Math.max(0, ...this.layers.filter(({ layer }) => layer().modal).map(({ depth }) => depth));
    for (const { depth, hit } of [...this.areas].sort((a, b) => b.depth - a.depth)) {
      const act = depth >= least ? hit(cell) : null;
      if (act === null) continue;
      this.onAct();
      // A click may move the cursor, and a second one press a key there.
      this.moved = true;
      act();
      return;
    }
  };

  /** Announces that the keys have changed. */
  changed(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): number => this.version;

  /** While keys are queued, keys marked `always` still work. */
  private takeAlways(): void {
    const place = this.queue.findIndex((press) => press.kind === 'key' && ALWAYS.has(press.name));
    const [press] = place < 0 ? [] : this.queue.splice(place, 1);
    if (press) this.press(press);
  }

  /** Dispatches one key; returns whether it may have changed the layers. */
  private press(press: Press): boolean {
    let covered = false;
    for (const layer of this.fromTop()) {
      if (!covered && layer.typing?.(press)) {
        this.typed = true;
        return false;
      }
      const row = press.kind === 'key' ? rowOf(layer, press.name) : undefined;
      if (row && (!covered || row.always)) {
        this.run(layer, row, press.kind === 'key' ? press.name : '');
        this.moved = row.moves === true;
        return !row.moves;
      }
      covered ||= layer.modal;
    }
    if (press.kind === 'key' && tellsIdle(press)) this.onIdle(press.name);
    return false;
  }

  /** All keys that work now, from the top layer down; hidden keys are left out. */
  offers(): ActiveKey[] {
    const offers: ActiveKey[] = [];
    const taken = new Set<string>();
    for (const layer of this.fromTop()) {
      for (const row of rowsOf(layer)) {
        if (row.keys.length > 0 && row.keys.every((key) => taken.has(key))) continue;
        const [reason, note] = [unmetNeed(row, layer.unmet), layer.notes[row.id] ?? ''];
        const name = layer.names[row.id];
        offers.push({ row, reason, note, name, run: () => this.run(layer, row, row.keys[0] ?? '') });
      }
      for (const row of rowsOf(layer)) for (const key of row.keys) taken.add(key);
      if (layer.modal) break;
    }
    return offers;
  }

  private fromTop(): Layer[] {
    return this.layers.map(({ layer }) => layer()).reverse();
  }

  private run(layer: Layer, row: KeyRow, key: string): void {
    const reason = unmetNeed(row, layer.unmet);
    if (!row.always) this.onAct();
    if (reason === null) layer.handlers[row.id]?.(key);
    else this.onRefused(reason.text);
  }
}

/** Whether a key says that it does nothing here: a character or a key of the table, but not Esc or one that only moves. */
function tellsIdle({ name, text }: { name: string; text: string }): boolean {
  return name !== 'escape' && !MOVES.has(name) && (text !== '' || BOUND.has(name));
}

function isText(press: Press): boolean {
  return press.kind === 'paste' || press.text !== '';
}

/** The reason why a key does nothing now; null if it works. */
function unmetNeed({ needs = [] }: KeyRow, unmet: Unmet): Reason | null {
  for (const need of needs) {
    const reason = unmet[need];
    if (reason) return reasonOf(reason);
  }
  return null;
}

/** The keys of a layer: those of its places that it handles. */
export function rowsOf({ places, handlers }: Pick<Layer, 'places' | 'handlers'>): KeyRow[] {
  return KEYS.filter(({ id, place }) => places.includes(place) && handlers[id] !== undefined);
}

function rowOf(layer: Layer, key: string): KeyRow | undefined {
  return rowsOf(layer).find(({ keys }) => keys.includes(key));
}
