import { fileNeeded } from '@shp/shared/domain/assessment/files';
import type { Form } from '@shp/shared/domain/assessment/form';
import type { Category } from './useCategories.ts';

/** The categories that must hold a file and do not. */
export function missingCategories(
  categories: readonly Category[],
  form: Form,
  files: readonly { category?: string | undefined }[],
): string[] {
  const present = new Set(files.map(({ category }) => category));
  return categories
    .filter(({ id, required }) => fileNeeded(required, form.plant.reservoirCapacity) && !present.has(id))
    .map(({ id }) => id);
}
