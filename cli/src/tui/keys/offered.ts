import type { Texts } from '../texts.ts';
import type { ActiveKey } from './keyboard.ts';

/** What can be done here: its name, and all keys that do it. */
export type Offer = ActiveKey & { readonly label: string; readonly keys: readonly string[] };

/** What can ever be done here: without what the role may not do or the list does not have; each act once, with all its keys. */
export function offered(active: readonly ActiveKey[], texts: Texts): Offer[] {
  return named(
    active.filter(({ reason }) => reason?.kind !== 'never'),
    texts,
  );
}

/** What can never be done here, each with its reason. */
export function refusedHere(active: readonly ActiveKey[], texts: Texts): Offer[] {
  return named(
    active.filter(({ reason }) => reason?.kind === 'never'),
    texts,
  );
}

function named(active: readonly ActiveKey[], { tui }: Texts): Offer[] {
  const offers: Offer[] = [];
  for (const one of active) {
    const label = one.name ?? tui.keys[one.row.id];
    const same = offers.findIndex(
      ({ label: other, row, reason }) =>
        other === label && row.place === one.row.place && reason?.text === one.reason?.text,
    );
    const before = offers[same];
    if (before === undefined) offers.push({ ...one, label, keys: one.row.keys });
    else offers[same] = { ...before, keys: [...before.keys, ...one.row.keys] };
  }
  return offers;
}
