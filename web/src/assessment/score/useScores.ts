import { itemState, type ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { chapterItems, chapterOf, type Serial1 } from '@shp/shared/domain/standard/standard';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Owner, StoredScore } from '../../core/assessmentQueries.ts';
import type { Entry } from '../../outbox/entries.ts';
import { NOT_SCORED, objectOf, type ScoreState, scoreState } from '../../outbox/senders.ts';
import { useEntries, useEntry, useOutbox } from '../../outbox/useOutbox.ts';
import type { LoadedChapter } from './useChapters.ts';

/** Name of the scores of a station or an expert in the outbox. */
function scoresObject(id: string, owner: Owner): string {
  return owner === 'station' ? objectOf('stationScores', id) : objectOf('expertScores', `${id}/${owner.expertId}`);
}

/** An item's current score: the server's, or an unsent edit of it. */
export type CurrentScore = { readonly state: ScoreState; readonly byAdmin: boolean; readonly entry: Entry | undefined };

/** The server's score of an item. Returns the same object for the same item, so that its row does not render again. */
function serverScoreOf(item: StoredScore): CurrentScore {
  let given = serverScores.get(item);
  if (!given) {
    given = { state: scoreState(item), byAdmin: item.byAdmin === true, entry: undefined };
    serverScores.set(item, given);
  }
  return given;
}
const serverScores = new WeakMap<StoredScore, CurrentScore>();

/** The edited score of an item; also the same object each time. */
function typedOf(entry: Entry): CurrentScore {
  let given = typedItems.get(entry);
  if (!given) {
    given = { state: entry.value as ScoreState, byAdmin: false, entry };
    typedItems.set(entry, given);
  }
  return given;
}
const typedItems = new WeakMap<Entry, CurrentScore>();

/** An item's current score; `stored` is the server's. */
export function useCurrentScore(
  object: string,
  serial: string,
  stored: CurrentScore | undefined,
): CurrentScore | undefined {
  const entry = useEntry(object, serial);
  return entry ? typedOf(entry) : stored;
}

/** The scores of a station or an expert with unsent edits, and functions to edit them. */
export function useScores(id: string, owner: Owner, loaded: ReadonlyMap<string, LoadedChapter>) {
  const outbox = useOutbox();
  const object = scoresObject(id, owner);
  const entries = useEntries(object);

  const stored = useMemo(() => {
    const items = [...loaded.values()].flatMap(({ scores }) => scores);
    return new Map(items.map((item) => [item.serial, serverScoreOf(item)]));
  }, [loaded]);
  const given = useMemo(() => {
    const edits = [...entries.values()].map((entry) => [entry.place, typedOf(entry)] as const);
    return new Map([...stored, ...edits]);
  }, [stored, entries]);

  const latest = useRef(stored);
  useLayoutEffect(() => {
    latest.current = stored;
  }, [stored]);
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
    /** The server's scores. */
    stored,
    /** Current scores; they follow typing with a short delay. */
    given,
    /** An item's score without delay. */
    read,
    change,
  };
}

/** Items with a score, of one chapter or all. */
export function itemsOf(given: ReadonlyMap<string, CurrentScore>, chapter?: string): ScoreItem[] {
  return [...given].flatMap(([serial, { state }]) =>
    chapter === undefined || chapterOf(serial) === chapter ? [{ serial, ...state }] : [],
  );
}

/** Number of items of a chapter that count as scored. */
export function scoredIn(chapter: Serial1, given: ReadonlyMap<string, CurrentScore>): number {
  return chapterItems(chapter).filter((item) => {
    const { serial } = item;
    const state = given.get(serial)?.state;
    return itemState(state && { serial, ...state }, item) === 'scored';
  }).length;
}
