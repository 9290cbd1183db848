import type { AssessmentRow } from '@shp/shared/api/objects';
import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';

export type Selected = Pick<AssessmentRow, 'id' | 'number' | 'station' | 'level' | 'status' | 'version'>;

/** Selected assessments of all pages, as last read; `remember` adds rows. */
export function useSelected(): { selected: readonly Selected[]; remember: (rows: readonly Selected[]) => void } {
  const { data, selectedIds } = useListContext<AssessmentRow>();
  const seen = useRef(new Map<string, Selected>());
  useEffect(() => {
    for (const row of data ?? []) seen.current.set(row.id, row);
  }, [data]);
  return {
    selected: selectedIds.flatMap((id) => seen.current.get(String(id)) ?? []),
    remember: (rows) => {
      for (const row of rows) seen.current.set(row.id, row);
    },
  };
}
