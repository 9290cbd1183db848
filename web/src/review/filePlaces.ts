import type { FileItem } from '@shp/shared/api/objects';
import { nameOf } from './files/fileUrl.ts';
import type { FilePlaces } from './places.ts';

/** Where each file stands, and what it is called, so that remarks about it can lead there. */
export function filePlaces(files: readonly FileItem[]): FilePlaces {
  return new Map(
    files.flatMap((file) => {
      const { id, category } = file;
      return category ? [[id, { place: { part: 'file', category }, name: nameOf(file) }]] : [];
    }),
  );
}
