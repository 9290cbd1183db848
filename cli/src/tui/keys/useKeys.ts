import { createContext, useContext, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Press } from '../terminal/input.ts';
import { type ActiveKey, ALWAYS, type Keyboard, type Layer, rowsOf } from './keyboard.ts';

/** The keyboard, and the component's depth in the stack of layers. */
export const KeyboardContext = createContext<{ keyboard: Keyboard; depth: number } | null>(null);

export function useKeyboard() {
  const found = useContext(KeyboardContext);
  if (found === null) throw new Error('no keyboard');
  return found;
}

/** Registers keys while the component is mounted. */
export function useKeys(layer: Partial<Layer> & Pick<Layer, 'places' | 'handlers'>): void {
  const { keyboard, depth } = useKeyboard();
  const whole: Layer = { unmet: {}, notes: {}, names: {}, modal: false, typing: undefined, ...layer };
  const latest = useRef(whole);
  latest.current = whole;
  useLayoutEffect(() => keyboard.add(depth, () => latest.current), [keyboard, depth]);
  const changes = JSON.stringify([rowsOf(layer).map(({ id }) => id), layer.unmet, layer.names]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces only changed rows or reasons
  useLayoutEffect(() => keyboard.changed(), [keyboard, changes]);
}

/** All keys that work now. */
export function useActiveKeys(): ActiveKey[] {
  const { keyboard } = useKeyboard();
  useSyncExternalStore(keyboard.subscribe, keyboard.snapshot);
  return keyboard.offers();
}

/** Runs a key's action when its data has arrived. Further keys queue meanwhile; Esc cancels. */
export function useWhenLoaded<T>(isComing: () => boolean, run: (asked: T) => void): (asked: T) => void {
  const { keyboard } = useKeyboard();
  const [awaited, setAwaited] = useState<{ asked: T } | null>(null);
  useLayoutEffect(() => (awaited ? keyboard.hold(() => setAwaited(null)) : undefined), [awaited, keyboard]);
  useLayoutEffect(() => {
    if (awaited === null || isComing()) return;
    setAwaited(null);
    run(awaited.asked);
  });
  return (asked) => (isComing() ? setAwaited({ asked }) : run(asked));
}

/** The names of keys; `all` but Esc and those that work everywhere. */
export type KeptKeys = readonly string[] | 'all';

/**
 * While data is coming, keeps these keys for what shows it: it takes the component's place, or the data has arrived in
 * it. Further keys queue meanwhile; Esc or a failure discards all.
 */
export function useKeptKeys(names: KeptKeys, data: 'coming' | 'arrived' | 'failed'): void {
  const { keyboard } = useKeyboard();
  const kept = useRef<{ presses: Press[]; release: () => void } | null>(null);
  const [end] = useState(() => () => {
    kept.current?.release();
    kept.current = null;
  });
  const keep = (press: Press): boolean => {
    if (data !== 'coming' || !isKept(press, names)) return false;
    kept.current ??= { presses: [], release: keyboard.hold(end) };
    kept.current.presses.push(press);
    return true;
  };
  useKeys({ places: [], handlers: {}, typing: keep });
  const [replay] = useState(() => () => {
    keyboard.again(kept.current?.presses ?? []);
    end();
  });
  useLayoutEffect(() => {
    if (data === 'arrived') replay();
    if (data === 'failed') end();
  }, [data, replay, end]);
  useLayoutEffect(() => replay, [replay]);
}

function isKept(press: Press, names: KeptKeys): boolean {
  if (names === 'all') return press.kind === 'paste' || (press.name !== 'escape' && !ALWAYS.has(press.name));
  return press.kind === 'key' && names.includes(press.name);
}
