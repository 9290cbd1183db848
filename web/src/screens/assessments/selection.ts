import type { AssessmentRow } from '@shp/shared/api/objects';
import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';

export type Selected = Pick<AssessmentRow, 'id' | 'number' | 'station' | 'level' | 'status'>;

/** The selected assessments of all pages seen so far, as they were when they were seen last. */
export function useSelected(): readonly Selected[] {
  const { data, selectedIds } = useListContext<AssessmentRow>();
  const seen = useRef(new Map<string, Selected>());
  useEffect(() => {
    for (const row of data ?? []) seen.current.set(row.id, row);
  }, [data]);
  return selectedIds.flatMap((id) => seen.current.get(String(id)) ?? []);
}
