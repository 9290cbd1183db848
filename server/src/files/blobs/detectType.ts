import { open } from 'node:fs/promises';
import { FILE_TYPES, type FileExtension } from '@shp/shared/domain/assessment/files';
import { fileTypeFromFile } from 'file-type';
import { olePartNames } from './detectOle.ts';

/** A file's type by its content alone; null if the type is not accepted. */
export async function detectType(path: string): Promise<FileExtension | null> {
  const found = await fileTypeFromFile(path);
  if (found === undefined) return null;
  if (found.ext === 'cfb') return detectOleType(path);
  return Object.hasOwn(FILE_TYPES, found.ext) ? (found.ext as FileExtension) : null;
}

/** The stream that each older Office format must have. */
const OLE_PARTS: Record<string, FileExtension> = {
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
};

async function detectOleType(path: string): Promise<FileExtension | null> {
  const handle = await open(path, 'r');
  try {
    for (const name of await olePartNames(handle)) {
      const extension = Object.hasOwn(OLE_PARTS, name) ? OLE_PARTS[name] : undefined;
      if (extension !== undefined) return extension;
    }
    return null;
  } finally {
    await handle.close();
  }
}
