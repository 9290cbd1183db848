import { isFileCategory } from '@shp/shared/domain/assessment/files';
import type { Remark } from '@shp/shared/domain/assessment/remarks';

const PARTS: readonly string[] = ['form', 'score', 'file'] satisfies Remark['part'][];

/** A remark as commands take it: `PART:FIELD=TEXT`. */
export function remarkWord({ part, field, serial, fileId, text }: Remark): string {
  return `${part}:${fileId ?? serial ?? field ?? ''}=${text}`;
}

/**
 * Reads `PART:FIELD=TEXT`; null if it is none. FIELD is a field of the form, an item, or of the files a category, an item
 * or the id of one.
 */
export function readRemark(word: string): Remark | null {
  const [, part = '', place = '', text = ''] = /^(\w+):([^=]+)=(.*)$/s.exec(word) ?? [];
  if (!PARTS.includes(part)) return null;
  if (part === 'form') return { part, field: place, text };
  if (part === 'score') return { part, serial: place, text };
  if (isFileCategory(place)) return { part: 'file', field: place, text };
  return /^\d+(?:\.\d+)*$/.test(place) ? { part: 'file', serial: place, text } : { part: 'file', fileId: place, text };
}
