import type { FileItem } from '@shp/shared/api/objects';
import { compareSerials } from '@shp/shared/domain/standard/standard';
import type { Api, CallOptions } from './client.ts';

/** The files of an assessment, then its evidence in the order of the items. */
export async function assessmentFiles(api: Api, id: string, options: CallOptions = {}): Promise<FileItem[]> {
  const files = await api.call('GET file/list', { id }, options);
  const chapters = await api.call('GET assessment/standard/serial1/titles', { id }, options);
  const evidence = await Promise.all(
    chapters
      .filter((chapter) => chapter.evidence > 0)
      .map(({ serial }) => api.call('GET file/evidence', { asmId: id, serial1: serial }, options)),
  );
  const byItem = evidence.flat().sort((a, b) => compareSerials(a.serial ?? '', b.serial ?? ''));
  return [...files, ...byItem];
}
