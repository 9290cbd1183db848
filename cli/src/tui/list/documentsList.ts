import type { DocumentFile } from '@shp/shared/api/objects';
import { type Column, type ColumnType, column, type Value } from '@shp/shared/sheets/column';
import { readersOf } from '../../lists/fileViews.ts';
import { bytes } from '../../output/progress.ts';
import type { Texts } from '../texts.ts';
import { type ListDef, listInput } from './definition.ts';

function documentColumns({ tui, common }: Texts): Column<DocumentFile>[] {
  const one = (
    key: 'title' | 'extension' | 'size' | 'uploadedAt' | 'by' | 'roles',
    [type, width]: [ColumnType, number],
    value: (file: DocumentFile) => Value,
    words?: (file: DocumentFile, lang: 'zh' | 'en') => string,
  ) => {
    const heading = { zh: tui.files[key], en: tui.files[key] };
    return column({ key, heading, type, width, value, ...(words ? { words } : {}) });
  };
  return [
    one('title', ['text', 40], ({ title }) => title),
    one('extension', ['code', 6], ({ extension }) => extension),
    one(
      'size',
      ['number', 10],
      ({ size }) => size,
      ({ size }) => bytes(size),
    ),
    one('uploadedAt', ['time', 20], ({ uploadedAt }) => uploadedAt),
    one('by', ['text', 20], ({ by }) => by.name),
    one(
      'roles',
      ['text', 30],
      ({ roles }) => roles,
      (file, lang) => readersOf(file, { common, lang }),
    ),
  ];
}

/** The documents that the caller may read. */
export const DOCUMENT_LIST: ListDef<DocumentFile> = {
  name: 'documents',
  place: 'documents',
  title: ({ common }) => common.menu.documents,
  columns: (_role, texts) => documentColumns(texts),
  brief: ['title', 'extension', 'size', 'uploadedAt', 'by', 'roles'],
  filters: [],
  get: (api, input, signal) => api.call('GET document/list', listInput<'GET document/list'>(input), { signal }),
  nameOf: ({ title, extension }) => `${title}.${extension}`,
};
