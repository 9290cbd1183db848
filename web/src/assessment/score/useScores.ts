import { itemState, type ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { chapterItems, chapterOf, type Serial1 } from '@shp/shared/domain/standard/standard';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { KeptScore, Owner } from '../../core/assessmentQueries.ts';
import type { Entry } from '../../outbox/entries.ts';
import { NOT_SCORED, objectOf, type ScoreState, scoreState } from '../../outbox/senders.ts';
import { useEntries, useEntry, useOutbox } from '../../outbox/useOutbox.ts';
import type { LoadedChapter } from './useChapters.ts';

/** The outbox's name of somebody's scores. */
function scoresObject(id: string, owner: Owner): string {
  return owner === 'station' ? objectOf('stationScores', id) : objectOf('expertScores', `${id}/${owner.expertId}`);
}

/** An item as it stands: what the server has, or what was typed over it. */
export type Given = { readonly state: ScoreState; readonly byAdmin: boolean; readonly entry: Entry | undefined };

/** What the server has of an item; the same item always makes the same object, so that its row is not drawn again. */
function keptOf(item: KeptScore): Given {
  let given = keptItems.get(item);
  if (!given) {
    given = { state: scoreState(item), byAdmin: item.byAdmin === true, entry: undefined };
    keptItems.set(item, given);
  }
  return given;
}
const keptItems = new WeakMap<KeptScore, Given>();

/** What was typed over it, likewise. */
function typedOf(entry: Entry): Given {
  let given = typedItems.get(entry);
  if (!given) {
    given = { state: entry.value as ScoreState, byAdmin: false, entry };
    typedItems.set(entry, given);
  }
  return given;
}
const typedItems = new WeakMap<Entry, Given>();

/** An item at this very moment; `kept` is what the server has of it. */
export function useGiven(object: string, serial: string, kept: Given | undefined): Given | undefined {
  const entry = useEntry(object, serial);
  return entry ? typedOf(entry) : kept;
}

/** Somebody's scores with the edits that are on their way, and the means to edit them. */
export function useScores(id: string, owner: Owner, loaded: ReadonlyMap<string, LoadedChapter>) {
  const outbox = useOutbox();
  const object = scoresObject(id, owner);
  const entries = useEntries(object);

  const kept = useMemo(() => {
    const items = [...loaded.values()].flatMap(({ scores }) => scores);
    return new Map(items.map((item) => [item.serial, keptOf(item)]));
  }, [loaded]);
  const given = useMemo(() => {
    const edits = [...entries.values()].map((entry) => [entry.place, typedOf(entry)] as const);
    return new Map([...kept, ...edits]);
  }, [kept, entries]);

  const latest = useRef(kept);
  useLayoutEffect(() => {
    latest.current = kept;
  }, [kept]);
  const read = useCallback(
    (serial: string) =>
      (outbox.entryAt(object, serial)?.value as ScoreState | undefined) ?? latest.current.get(serial)?.state,
    [outbox, object],
  );
  const change = useCallback(
    (serial: string, value: ScoreState) =>
      void outbox.edit({ object, place: serial, value, was: latest.current.get(serial)?.state ?? NOT_SCORED }),
    [outbox, object],
  );
  return {
    object,
    /** What the server has. */
    kept,
    /** What it stands at, a moment after it was typed. */
    given,
    /** What an item stands at this very moment. */
    read,
    change,
  };
}

/** The items that were given something, of one chapter or of all. */
export function itemsOf(given: ReadonlyMap<string, Given>, chapter?: string): ScoreItem[] {
  return [...given].flatMap(([serial, { state }]) =>
    chapter === undefined || chapterOf(serial) === chapter ? [{ serial, ...state }] : [],
  );
}

/** How many items of a chapter count as scored. */
export function scoredIn(chapter: Serial1, given: ReadonlyMap<string, Given>): number {
  return chapterItems(chapter).filter((item) => {
    const { serial } = item;
    const state = given.get(serial)?.state;
    return itemState(state && { serial, ...state }, item) === 'scored';
  }).length;
}
