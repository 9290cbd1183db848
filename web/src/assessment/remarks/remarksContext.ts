import type { Event, Remark } from '@shp/shared/api/objects';
import { createContext, useContext } from 'react';
import { type Anchor, anchorOf, hashOf } from '../anchors.ts';

/** The manager's return that was the last, null where there was none. What the station took back itself is no return. */
export function lastReturn(events: readonly Event[]): Event | null {
  return events.findLast(({ status, by }) => status === 'returned' && by?.role !== 'station') ?? null;
}

/** Remarks by their place: the fragment that leads there, or a file's id. */
export type RemarksByAnchor = ReadonlyMap<string, readonly string[]>;

export function remarksByAnchor(remarks: readonly Remark[]): RemarksByAnchor {
  const all = new Map<string, string[]>();
  for (const remark of remarks) {
    const place = remark.fileId ?? anchorKey(anchorOf(remark));
    all.set(place, [...(all.get(place) ?? []), remark.text]);
  }
  return all;
}

const anchorKey = (place: Anchor | null) => (place === null ? '' : hashOf(place));

export const RemarksContext = createContext<RemarksByAnchor>(new Map());

/** The remarks at a place of the page, or about a file. */
export function useRemarks(at: Anchor | { fileId: string }): readonly string[] {
  const all = useContext(RemarksContext);
  return all.get('fileId' in at ? at.fileId : hashOf(at)) ?? [];
}
