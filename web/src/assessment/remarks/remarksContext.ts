import type { Event, Remark } from '@shp/shared/api/objects';
import { createContext, useContext } from 'react';
import { hashOf, type Place, placeOf } from '../anchors.ts';

/** The manager's return that was the last, null where there was none. What the station took back itself is no return. */
export function lastReturn(events: readonly Event[]): Event | null {
  return events.findLast(({ status, by }) => status === 'returned' && by?.role !== 'station') ?? null;
}

/** Remarks by their place: the fragment that leads there, or a file's id. */
export type RemarksByPlace = ReadonlyMap<string, readonly string[]>;

export function remarksByPlace(remarks: readonly Remark[]): RemarksByPlace {
  const all = new Map<string, string[]>();
  for (const remark of remarks) {
    const place = remark.fileId ?? placeKey(placeOf(remark));
    all.set(place, [...(all.get(place) ?? []), remark.text]);
  }
  return all;
}

const placeKey = (place: Place | null) => (place === null ? '' : hashOf(place));

export const RemarksContext = createContext<RemarksByPlace>(new Map());

/** The remarks at a place of the page, or about a file. */
export function useRemarks(at: Place | { fileId: string }): readonly string[] {
  const all = useContext(RemarksContext);
  return all.get('fileId' in at ? at.fileId : hashOf(at)) ?? [];
}
