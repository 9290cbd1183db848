import type { Event } from '@shp/shared/api/objects';
import type { AnsweredRemark } from '@shp/shared/api/remarkObjects';
import { createContext, useContext } from 'react';
import { type Anchor, anchorOf, hashOf } from '../anchors.ts';

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

/** The remarks at a place or about a file. */
export function useRemarks(at: Anchor | { fileId: string }): readonly PlacedRemark[] {
  const all = useContext(RemarksContext);
  return all.get('fileId' in at ? at.fileId : hashOf(at)) ?? [];
}
