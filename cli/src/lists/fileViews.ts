import type { DocumentFile, FileItem } from '@shp/shared/api/objects';
import type { FileCategory } from '@shp/shared/domain/assessment/files';
import { namesText } from '@shp/shared/sheets/sheetTexts';
import { loadRules, type Texts } from '../lib/texts.ts';
import { screenColumn, type View } from '../output/columns.ts';

const PATHS = ['id', 'title', 'extension', 'category', 's1', 'serial', 'size', 'sha256', 'uploadedAt', 'by', 'by.*'];

function columnsOf<R extends FileItem>({ cli }: Texts) {
  const { title, extension, size, uploadedAt, by } = cli.files.columns;
  return [
    screenColumn<R>('title', title, (file) => file.title),
    screenColumn<R>('extension', extension, (file) => file.extension),
    screenColumn<R>('size', size, (file) => file.size, 'number'),
    screenColumn<R>('uploadedAt', uploadedAt, (file) => file.uploadedAt, 'time'),
    screenColumn<R>('by', by, (file) => file.by.name),
  ];
}

const idOf = <R extends FileItem>() => screenColumn<R>('id', 'id', (file) => file.id);

/** The view of files and evidence. */
export async function fileView(texts: Texts): Promise<View<FileItem>> {
  const { fileCategories } = await loadRules(texts.lang);
  const place = screenColumn<FileItem>(
    'category',
    texts.cli.files.columns.category,
    ({ category, serial }) => category ?? serial,
    'text',
    ({ category, serial = '' }) => (category === undefined ? serial : fileCategories[category as FileCategory]),
  );
  return { columns: [idOf<FileItem>(), place, ...columnsOf<FileItem>(texts)], paths: PATHS };
}

/** The roles that may read a document; no role means everybody. */
export function readersOf({ roles }: DocumentFile, { common, lang }: Pick<Texts, 'common' | 'lang'>): string {
  return roles.length === 0 ? common.everybody : namesText('role', roles, lang);
}

/** The view of documents. */
export function documentView(texts: Texts): View<DocumentFile> {
  const roles = screenColumn<DocumentFile>(
    'roles',
    texts.cli.files.columns.roles,
    (file) => file.roles,
    'text',
    (file) => readersOf(file, texts),
  );
  return { columns: [idOf<DocumentFile>(), ...columnsOf<DocumentFile>(texts), roles], paths: [...PATHS, 'roles'] };
}

/** The view of a finished upload. */
export function uploadedView({ cli }: Texts): View<{ id: string; file: string }> {
  return {
    columns: [
      screenColumn('id', 'id', ({ id }) => id),
      screenColumn('file', cli.files.columns.file, ({ file }) => file),
    ],
    paths: ['id', 'file'],
  };
}
