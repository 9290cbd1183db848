import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isFileCategory } from '@shp/shared/domain/assessment/files';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { chapterOf, compareSerials, findChapter, type Standard, wordingIn } from '@shp/shared/domain/standard/standard';
import { rulesTexts } from '@shp/shared/text/rules';
import type { Download } from '../../http/download.ts';
import type { AssessmentRecord } from '../../store/repositories/assessments.ts';
import { type FileRow, fullName, listFiles } from '../../store/repositories/files.ts';
import { standardOf } from '../../store/repositories/standards.ts';
import type { Db } from '../../store/schema/schema.ts';
import type { BlobStore } from './blobs.ts';
import { partName } from './names.ts';
import { layOutZip, readZip, type ZipEntry } from './zip.ts';

/** The file name of an assessment's archive. */
export function archiveName(assessment: Pick<AssessmentRecord, 'number' | 'station_name'>): string {
  return `${assessment.number} ${assessment.station_name.replace(/[/\\]/g, '_')}.zip`;
}

/** All files and evidence of an assessment as one ZIP, put together while it is sent and never stored. */
export async function archiveOf(db: Db, blobs: BlobStore, assessment: AssessmentRecord, lang: Lang): Promise<Download> {
  const entries = await entriesOf(db, assessment, lang);
  const layout = layOutZip(entries);
  const etag = createHash('sha256').update(JSON.stringify(entries)).digest('base64url');
  return {
    name: archiveName(assessment),
    type: 'application/zip',
    size: layout.size,
    etag,
    open: async (range) => Readable.from(readZip(blobs, layout, range), { objectMode: false }),
  };
}

async function entriesOf(db: Db, assessment: AssessmentRecord, lang: Lang): Promise<ZipEntry[]> {
  const standard = await standardOf(db, assessment.standard_version);
  const files = (await listFiles(db, assessment.id, 'file')).reverse();
  const evidence = (await listFiles(db, assessment.id, 'evidence')).reverse();
  evidence.sort((a, b) => compareSerials(a.serial ?? '', b.serial ?? ''));
  const taken = new Set<string>();
  return [...files, ...evidence].map((row) => ({
    path: freePath(`${folderOf(row, standard, lang)}/${partName(row.title)}`, row.extension, taken),
    key: row.id,
    size: row.size,
    crc32: row.crc32,
    at: row.uploaded_at,
  }));
}

/** A category's title, or chapter and item. */
function folderOf(row: FileRow, standard: Standard, lang: Lang): string {
  const { fileCategories } = rulesTexts[lang].rules;
  if (row.serial === null) {
    const { category } = row;
    return partName(category !== null && isFileCategory(category) ? fileCategories[category] : fullName(row));
  }
  const serial = chapterOf(row.serial);
  const chapter = findChapter(standard, serial);
  const title = chapter ? wordingIn(lang, chapter.title, chapter.titleEn) : '';
  return `${partName(`${serial} ${title}`)}/${partName(row.serial)}`;
}

/** A path not yet used in the archive, ignoring case. */
function freePath(base: string, extension: string, taken: Set<string>): string {
  for (let count = 1; ; count++) {
    const path = `${base}${count === 1 ? '' : ` (${count})`}.${extension}`;
    const key = path.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return path;
  }
}
