import type { FileItem } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../core/assessmentQueries.ts';

/** The evidence of a chapter by item. */
export function useEvidence(id: string, s1: string): ReadonlyMap<string, readonly FileItem[]> {
  const { data } = useQuery(queries.evidence(id, s1));
  return useMemo(() => {
    const bySerial = new Map<string, FileItem[]>();
    for (const file of data ?? []) bySerial.set(file.serial ?? '', [...(bySerial.get(file.serial ?? '') ?? []), file]);
    return bySerial;
  }, [data]);
}
