import { createContext, useContext, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Press } from '../terminal/input.ts';
import { type ActiveKey, type Keyboard, type Layer, rowsOf } from './keyboard.ts';

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

/**
 * While its component is shown and `isComing`, keeps the keys of these names for what takes its place. Further keys queue
 * meanwhile; Esc discards all.
 */
export function useKeptKeys(names: readonly string[], isComing: boolean): void {
  const { keyboard } = useKeyboard();
  const kept = useRef<{ presses: Press[]; release: () => void } | null>(null);
  const [end] = useState(() => () => {
    kept.current?.release();
    kept.current = null;
  });
  const keep = (press: Press): boolean => {
    if (!isComing || press.kind !== 'key' || !names.includes(press.name)) return false;
    kept.current ??= { presses: [], release: keyboard.hold(end) };
    kept.current.presses.push(press);
    return true;
  };
  useKeys({ places: [], handlers: {}, typing: keep });
  useLayoutEffect(() => {
    if (!isComing) end();
  }, [isComing, end]);
  useLayoutEffect(
    () => () => {
      keyboard.again(kept.current?.presses ?? []);
      end();
    },
    [keyboard, end],
  );
}
