import { itemState, type ScoreItem } from '@shp/shared/domain/scoreItems';
import { chapterItems, chapterOf, type Serial1 } from '@shp/shared/domain/standard';
import { useCallback, useMemo } from 'react';
import { NOT_SCORED, objectOf, type ScoreState, scoreState } from '../../outbox/channels.ts';
import type { Entry } from '../../outbox/entries.ts';
import { useEntries, useOutbox } from '../../outbox/useOutbox.ts';
import type { Owner } from '../queries.ts';
import type { LoadedChapter } from './useChapters.ts';

/** The outbox's name of somebody's scores. */
export function scoresObject(id: string, owner: Owner): string {
  return owner === 'station' ? objectOf('stationScores', id) : objectOf('expertScores', `${id}/${owner.expertId}`);
}

/** An item as it stands: what the server has, or what was typed over it. */
export type Given = { readonly state: ScoreState; readonly byAdmin: boolean; readonly entry: Entry | undefined };

/** Somebody's scores with the edits that are on their way, and the means to edit them. */
export function useScores(id: string, owner: Owner, loaded: ReadonlyMap<string, LoadedChapter>) {
  const { outbox } = useOutbox();
  const object = scoresObject(id, owner);
  const entries = useEntries(object);

  const kept = useMemo(() => {
    const items = [...loaded.values()].flatMap(({ scores }) => scores);
    return new Map(
      items.map((item): [string, Given] => [
        item.serial,
        { state: scoreState(item), byAdmin: item.byAdmin === true, entry: undefined },
      ]),
    );
  }, [loaded]);
  const given = useMemo(() => {
    const edits = [...entries.values()].map((entry): [string, Given] => [
      entry.place,
      { state: entry.value as ScoreState, byAdmin: false, entry },
    ]);
    return new Map([...kept, ...edits]);
  }, [kept, entries]);

  const change = useCallback(
    (serial: string, value: ScoreState) =>
      outbox.edit({ object, place: serial, value, was: kept.get(serial)?.state ?? NOT_SCORED }),
    [outbox, object, kept],
  );
  return { given, change };
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
