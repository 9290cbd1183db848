import type { Event, Remark } from '@shp/shared/api/objects';
import { createContext, useContext } from 'react';
import { type Anchor, anchorOf, hashOf } from '../anchors.ts';

/** The last return by a manager, or null. A station that takes its application back does not count. */
export function lastReturn(events: readonly Event[]): Event | null {
  return events.findLast(({ status, by }) => status === 'returned' && by?.role !== 'station') ?? null;
}

/** Remarks by URL fragment of their place, or by file id. */
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

/** The remarks at a place or about a file. */
export function useRemarks(at: Anchor | { fileId: string }): readonly string[] {
  const all = useContext(RemarksContext);
  return all.get('fileId' in at ? at.fileId : hashOf(at)) ?? [];
}
