import type { Press } from '../terminal/input.ts';
import { KEYS, type KeyId, type KeyRow, type Need, type Place } from './keys.ts';

/** Why a need is not met, for the person; absent or null where it is. */
export type Unmet = Partial<Record<Need, string | null>>;

/** What one open screen or dialog does with keys. */
export type Layer = {
  readonly places: readonly Place[];
  readonly handlers: Partial<Record<KeyId, (key: string) => void>>;
  readonly unmet: Unmet;
  /** What is to be said with a key beside its name. */
  readonly notes: Partial<Record<KeyId, string>>;
  /** What is typed or pasted goes here first; true where it was taken. */
  readonly typing?: ((press: Press) => boolean) | undefined;
  /** Nothing below it gets a key. */
  readonly modal: boolean;
};

/** A key that would do something now, and why it does not, if so. */
export type Offer = { readonly row: KeyRow; readonly reason: string | null; readonly note: string; run(): void };

const ALWAYS = new Set(KEYS.filter(({ always }) => always).flatMap(({ keys }) => keys));

/** Gives each key to the uppermost screen that knows it. */
export class Keyboard {
  private readonly layers: { depth: number; layer: () => Layer }[] = [];
  private readonly queue: Press[] = [];
  private busy = false;
  private held = 0;
  /** What ends the present holds before their time. */
  private readonly giveUp = new Set<() => void>();
  private typed = false;
  private readonly listeners = new Set<() => void>();
  private version = 0;

  /** Goes on once what was changed until now is drawn; absent while nothing is drawn. */
  drawn: ((then: () => void) => void) | undefined;

  /** Told why a key does nothing. */
  onRefused: (reason: string) => void = () => {};

  /**
   * Takes what the terminal sends, in order. A key may open what the next one is meant for, so the next waits until
   * that is on the screen.
   */
  readonly take = (press: Press): void => {
    this.queue.push(press);
    if (!this.busy) this.work();
  };

  /**
   * Keeps what is typed ahead until the screen that it is meant for is there; answers how to go on. Where somebody may
   * give up waiting, Esc forgets what was typed ahead and says so by `onGivenUp`.
   */
  hold(onGivenUp?: () => void): () => void {
    this.held += 1;
    if (onGivenUp) this.giveUp.add(onGivenUp);
    return () => {
      if (onGivenUp) this.giveUp.delete(onGivenUp);
      // The screen that comes instead takes its keys in the frame that lets go.
      setImmediate(() => {
        this.held -= 1;
        if (!this.busy) this.work();
      });
    };
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
      // What is typed is kept at once and may be many characters; what a key does with it sees it on the screen.
      if (this.typed && !isText(press)) {
        this.typed = false;
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
    // What a key changes it changes at once, or at the latest in a microtask.
    queueMicrotask(() => (this.drawn ? this.drawn(next) : next()));
  }

  /** Puts a layer at a depth: 0 the frame, then its screens, then what is open above them. */
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

  /** What the keys do now is not what it was. */
  changed(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): number => this.version;

  /** While what is typed is kept, a key that always works does. */
  private takeAlways(): void {
    const place = this.queue.findIndex((press) => press.kind === 'key' && ALWAYS.has(press.name));
    const [press] = place < 0 ? [] : this.queue.splice(place, 1);
    if (press) this.press(press);
  }

  /** Gives one key to whom it belongs; answers whether it may have changed to whom the next belongs. */
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
        return !row.moves;
      }
      covered ||= layer.modal;
    }
    return false;
  }

  /** Every key that works now, from the uppermost layer down; a key that is hidden by one above is left out. */
  offers(): Offer[] {
    const offers: Offer[] = [];
    const taken = new Set<string>();
    for (const layer of this.fromTop()) {
      for (const row of rowsOf(layer)) {
        if (row.keys.length > 0 && row.keys.every((key) => taken.has(key))) continue;
        const [reason, note] = [whyNot(row, layer.unmet), layer.notes[row.id] ?? ''];
        offers.push({ row, reason, note, run: () => this.run(layer, row, row.keys[0] ?? '') });
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
    const reason = whyNot(row, layer.unmet);
    if (reason === null) layer.handlers[row.id]?.(key);
    else this.onRefused(reason);
  }
}

function isText(press: Press): boolean {
  return press.kind === 'paste' || press.text !== '';
}

/** Why a key does nothing now; null where it does. */
function whyNot({ needs = [] }: KeyRow, unmet: Unmet): string | null {
  for (const need of needs) {
    const reason = unmet[need];
    if (reason) return reason;
  }
  return null;
}

/** The rows of a layer: those of its places for which it has a handler. */
export function rowsOf({ places, handlers }: Pick<Layer, 'places' | 'handlers'>): KeyRow[] {
  return KEYS.filter(({ id, place }) => places.includes(place) && handlers[id] !== undefined);
}

function rowOf(layer: Layer, key: string): KeyRow | undefined {
  return rowsOf(layer).find(({ keys }) => keys.includes(key));
}
