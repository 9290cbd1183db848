import type { Event } from '@shp/shared/api/objects';
import type { AnsweredRemark } from '@shp/shared/api/remarkObjects';
import { unansweredOf } from '@shp/shared/domain/assessment/returns';
import { createContext, useContext, useMemo } from 'react';
import { type Anchor, anchorOf, type FileAnchors, hashOf } from '../anchors.ts';

/** A remark as its event has it; `place` names it in the outbox. */
export type PlacedRemark = AnsweredRemark & { readonly place: string };

/** Remarks by URL fragment of their place, or by file id. */
export type RemarksByAnchor = ReadonlyMap<string, readonly PlacedRemark[]>;

/** The remarks of a return by place; none without a return. */
export function remarksByAnchor(event: Pick<Event, 'id' | 'remarks'> | null): RemarksByAnchor {
  const all = new Map<string, PlacedRemark[]>();
  for (const [index, remark] of (event?.remarks ?? []).entries()) {
    const at = remark.fileId ?? anchorKey(anchorOf(remark));
    all.set(at, [...(all.get(at) ?? []), { ...remark, place: `${event?.id}/${index}` }]);
  }
  return all;
}

const anchorKey = (place: Anchor | null) => (place === null ? '' : hashOf(place));

export const RemarksContext = createContext<RemarksByAnchor>(new Map());

/** The assessment whose remarks the user can answer now, or null. */
export const AnsweringContext = createContext<string | null>(null);

/** The places of the remarks that the station has not answered; null where the place of a remark is gone. */
export function unansweredPlaces(remarks: readonly AnsweredRemark[], files?: FileAnchors): (Anchor | null)[] {
  return remarks.filter((remark) => unansweredOf([remark]) > 0).map((remark) => anchorOf(remark, files));
}

/** The same for the page's own remarks; none where the user cannot answer. */
export function useUnanswered(): (Anchor | null)[] {
  const all = useContext(RemarksContext);
  const answering = useContext(AnsweringContext) !== null;
  return useMemo(() => (answering ? unansweredPlaces([...all.values()].flat()) : []), [all, answering]);
}

/** The remarks at a place or about a file. */
export function useRemarks(at: Anchor | { fileId: string }): readonly PlacedRemark[] {
  const all = useContext(RemarksContext);
  return all.get('fileId' in at ? at.fileId : hashOf(at)) ?? [];
}
