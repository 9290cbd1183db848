import { FILE_TYPES, type FileExtension } from '@shp/shared/domain/files';
import type { Context } from '../context.ts';
import type { Download } from '../exports/download.ts';
import { notFound, Refusal } from '../refusal.ts';
import { findAssessment } from '../store/assessments.ts';
import { askerLives, beginDownload, type DownloadKind, type DownloadRow, findDownload } from '../store/downloads.ts';
import { fileById, fullName } from '../store/files.ts';
import { readSettings } from '../store/settings.ts';
import { archiveOf } from './archive.ts';

/** What a download token leads to. @throws Refusal: not found where it leads to no such thing, gone where its time is over. */
export async function openDownload(
  context: Context,
  kinds: readonly DownloadKind[],
  { token, inline }: { token: string; inline?: boolean | undefined },
): Promise<Download> {
  const row = await findDownload(context.read, token);
  if (!row || !kinds.includes(row.kind)) throw notFound();
  if (!(await isOpen(context, row))) throw new Refusal('gone');
  if (row.begun === 0) await beginDownload(context.services.db.write, row);
  return row.kind === 'archive' ? openArchive(context, row) : openFile(context, row, inline === true);
}

/** It has begun in time, or begins in time, and whoever asked for it is still logged in. */
async function isOpen({ read, now }: Context, row: DownloadRow): Promise<boolean> {
  if (now >= (row.begun === 1 ? row.expires_at : row.begin_by)) return false;
  const { sessionHours } = await readSettings(read);
  const idleSince = new Date(Date.parse(now) - sessionHours.idle * 3_600_000).toISOString();
  return askerLives(read, row, now, idleSince);
}

async function openFile({ read, services }: Context, row: DownloadRow, inline: boolean): Promise<Download> {
  const file = await fileById(read, row.object_id);
  if (!file) throw notFound();
  const { type, inline: showable } = FILE_TYPES[file.extension as FileExtension];
  return {
    name: fullName(file),
    type,
    size: file.size,
    digest: Buffer.from(file.sha256, 'hex').toString('base64'),
    inline: inline && showable,
    open: (range) => services.blobs.open(file.id, range),
  };
}

async function openArchive({ read, services }: Context, row: DownloadRow): Promise<Download> {
  const assessment = await findAssessment(read, { kind: 'all' }, row.object_id);
  if (!assessment) throw notFound();
  return archiveOf(read, services.blobs, assessment, row.lang);
}
