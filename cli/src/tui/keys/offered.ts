import type { Texts } from '../texts.ts';
import type { ActiveKey } from './keyboard.ts';

/** The keys that can ever do something here: without those that the role may not use or the list does not have. */
export function offered(keys: readonly ActiveKey[], { tui }: Texts): ActiveKey[] {
  const { noRight, notManager, noFilter, noSort } = tui.why;
  const never: readonly (string | null)[] = [noRight, notManager, noFilter, noSort];
  return keys.filter(({ reason }) => !never.includes(reason));
}
