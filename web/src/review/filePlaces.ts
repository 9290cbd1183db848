import type { Place } from './places.ts';

/** Where each file stands, so that remarks about it can lead there. */
export function filePlaces(
  files: readonly { id: string; category?: string | undefined }[],
): ReadonlyMap<string, Place> {
  return new Map(files.flatMap(({ id, category }) => (category ? [[id, { part: 'file', category }]] : [])));
}
