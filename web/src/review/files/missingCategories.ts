import { FILE_RULES, type FileCategory, fileNeeded } from '@shp/shared/domain/files';
import type { Form } from '@shp/shared/domain/form';

/** The categories that must hold a file and do not. */
export function missingCategories(form: Form, files: readonly { category?: string | undefined }[]): FileCategory[] {
  const present = new Set(files.map(({ category }) => category));
  return FILE_RULES.filter(
    ({ id, required }) => fileNeeded(required, form.plant.reservoirCapacity) && !present.has(id),
  ).map(({ id }) => id);
}
