import type { Event, FileItem } from '@shp/shared/api/objects';
import { chapterOf } from '@shp/shared/domain/standard/standard';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../core/assessmentQueries.ts';
import { nameOf } from '../files/fileUrl.ts';
import type { Anchor, FileAnchors } from './anchors.ts';

/** Place and name of each file, so that remarks can link to it. Loads evidence only of chapters with a remark. */
export function useFileAnchors(
  id: string,
  files: readonly FileItem[] | undefined,
  events: readonly Event[],
): FileAnchors {
  const remarks = events.flatMap((event) => event.remarks);
  const chapters = new Set(remarks.flatMap(({ fileId, serial }) => (fileId && serial ? chapterOf(serial) : [])));
  const evidence = useQueries({ queries: [...chapters].map((s1) => queries.evidence(id, s1)), combine: together });
  return useMemo(() => {
    const places = [...(files ?? []), ...evidence].flatMap((file) => {
      const place = anchorOf(file);
      return place ? [[file.id, { place, name: nameOf(file) }] as const] : [];
    });
    return new Map(places);
  }, [files, evidence]);
}

const together = (results: readonly UseQueryResult<FileItem[]>[]) => results.flatMap(({ data = [] }) => data);

function anchorOf({ serial, category }: FileItem): Anchor | null {
  if (serial !== undefined) return { part: 'evidence', serial };
  return category === undefined ? null : { part: 'file', category };
}
