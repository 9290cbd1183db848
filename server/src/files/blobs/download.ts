import { scopeOf } from '@shp/shared/domain/accounts/scope';
import { FILE_TYPES, type FileExtension } from '@shp/shared/domain/assessment/files';
import type { Context } from '../../context.ts';
import type { Download } from '../../http/download.ts';
import { HttpError, notFound } from '../../httpError.ts';
import { findAssessment } from '../../store/repositories/assessments.ts';
import { findDocument } from '../../store/repositories/documents.ts';
import {
  beginDownload,
  type DownloadKind,
  type DownloadRow,
  findDownload,
  isRequesterActive,
} from '../../store/repositories/downloads.ts';
import { type FileRow, findFile, findFindingFile, fullName } from '../../store/repositories/files.ts';
import { idleSince } from '../../store/repositories/sessions.ts';
import { readSettings } from '../../store/repositories/settings.ts';
import { findUser, type UserRow } from '../../store/repositories/users.ts';
import { archiveOf } from './archive.ts';
import type { BlobStore } from './blobs.ts';

/**
 * Opens the target of a download token. @throws HttpError `not_found` if it does not exist or its requester can no longer
 * see it; `gone` after its time is over.
 */
export async function openDownload(
  context: Context,
  kinds: readonly DownloadKind[],
  { token, inline }: { token: string; inline?: boolean | undefined },
): Promise<Download> {
  const row = await findDownload(context.read, token);
  if (!row || !kinds.includes(row.kind)) throw notFound();
  if (!(await isOpen(context, row))) throw new HttpError('gone');
  const asker = await findUser(context.read, { kind: 'all' }, row.user_id);
  const download = asker && (await find(context, row, asker, inline === true));
  if (!download) throw notFound();
  if (row.begun === 0) await beginDownload(context.services.db.write, row);
  return download;
}

/** The download began, or begins now, in time, and its requester is still logged in. */
async function isOpen({ read, now }: Context, row: DownloadRow): Promise<boolean> {
  if (now >= (row.begun === 1 ? row.expires_at : row.begin_by)) return false;
  return isRequesterActive(read, row, now, idleSince(await readSettings(read), Date.parse(now)));
}

async function find(
  { read, services }: Context,
  { kind, object_id: id, lang }: DownloadRow,
  asker: UserRow,
  inline: boolean,
): Promise<Download | undefined> {
  const scope = scopeOf(asker);
  if (kind === 'archive') {
    const assessment = await findAssessment(read, scope, id);
    return assessment && archiveOf(read, services.blobs, assessment, lang);
  }
  const present = () => {
    if (kind === 'document') return findDocument(read, asker.role, id);
    return kind === 'finding' ? findFindingFile(read, scope, id) : findFile(read, scope, kind, id);
  };
  const file = await present();
  return file && downloadOf(services.blobs, file, inline, present);
}

function downloadOf(
  blobs: BlobStore,
  file: FileRow,
  inline: boolean,
  present: () => Promise<FileRow | undefined>,
): Download {
  const { type, inline: showable } = FILE_TYPES[file.extension as FileExtension];
  return {
    name: fullName(file),
    type,
    size: file.size,
    digest: Buffer.from(file.sha256, 'hex').toString('base64'),
    inline: inline && showable,
    // A deletion removes the row before the bytes, so the bytes can be gone although the row was just read.
    open: (range) =>
      blobs.open(file.id, range).catch(async (error: unknown) => {
        throw (await present()) ? error : notFound();
      }),
  };
}
