import type { DocumentFile } from '@shp/shared/api/objects';
import { dayOf } from '@shp/shared/domain/lib/days';
import { type Column, column } from '@shp/shared/sheets/column';
import type { Common } from '@shp/shared/text/en/common';
import type { Documents } from '@shp/shared/text/en/documents';
import { sentence } from '@shp/shared/text/sentence';
import { nameOf } from '../../files/fileUrl.ts';
import { sizeText } from '../../files/sizeText.ts';

export const NAME = 'name';
/** Only for those who choose the readers. */
export const READERS = 'readers';

/** Columns of the document list. `text` is in the user's language. */
export function documentColumns(text: Documents, common: Common, separator: string): readonly Column<DocumentFile>[] {
  const heading = (title: string) => ({ zh: title, en: title });
  const readers = ({ roles }: DocumentFile) =>
    roles.length === 0 ? common.everybody : sentence(roles.map((role) => common.roles[role]).join(separator));
  return [
    column({ key: NAME, heading: heading(text.name), type: 'text', width: 40, value: nameOf }),
    column({
      key: 'size',
      heading: heading(text.size),
      type: 'number',
      width: 10,
      value: ({ size }) => size,
      words: ({ size }) => sizeText(size),
    }),
    column({
      key: 'uploadedAt',
      heading: heading(text.uploadedAt),
      type: 'date',
      width: 12,
      sortBy: 'uploadedAt',
      value: ({ uploadedAt }) => dayOf(uploadedAt),
    }),
    column({ key: 'by', heading: heading(text.by), type: 'text', width: 20, value: ({ by }) => by.name }),
    column({ key: READERS, heading: heading(text.readers), type: 'text', width: 24, value: readers }),
  ];
}
