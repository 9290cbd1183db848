import type { files } from '@shp/shared/api/files';
import { FILE_RULES } from '@shp/shared/domain/assessment/files';
import { chapterOf, findChapter } from '@shp/shared/domain/standard/standard';
import { rulesTexts } from '@shp/shared/text/rules';
import { inScope } from '../assessments/inScope.ts';
import type { Context } from '../context.ts';
import { archiveName } from '../files/blobs/archive.ts';
import { openDownload } from '../files/blobs/download.ts';
import { orLeaveToSweep } from '../files/blobs/sweep.ts';
import { openForEvidence, openForFiles } from '../files/uploads/uploadTarget.ts';
import { unattachedEvidence } from '../findings/step.ts';
import type { Handlers } from '../http/router.ts';
import { HttpError, notFound } from '../httpError.ts';
import { documentSizes } from '../store/repositories/documents.ts';
import { insertDownload } from '../store/repositories/downloads.ts';
import {
  dropFile,
  type FileKind,
  fileOf,
  findFile,
  findFindingFile,
  fullName,
  listFiles,
  sizesOf,
} from '../store/repositories/files.ts';
import { standardOf } from '../store/repositories/standards.ts';
import type { Caller, Write } from '../types.ts';

/** Issues a token to download one file or piece of evidence. */
async function tokenFor(context: Context<Caller>, kind: FileKind, id: string) {
  const { caller, lang } = context;
  return context.write(async ({ db, now, audit }) => {
    const row =
      (await findFile(db, caller.scope, kind, id)) ??
      (kind === 'evidence' ? await findFindingFile(db, caller.scope, id) : undefined);
    if (!row) throw notFound();
    const served = row.kind === 'finding' ? 'finding' : kind;
    const { token, expiresAt } = await insertDownload(db, caller, { kind: served, object_id: id, lang }, now);
    await audit({ object: { kind, id, name: fullName(row) } });
    return { token, name: fullName(row), expiresAt };
  });
}

async function remove(context: Context<Caller>, kind: FileKind, id: string) {
  const { caller } = context;
  const bytesGo = await context.write(async (write) => {
    const row = await findFile(write.db, caller.scope, kind, id);
    if (!row && kind === 'evidence') return deleteUnattachedEvidence(write, caller, id);
    if (!row || row.is_deleted === 1) throw notFound();
    await openForFiles(write, caller, row.assessment_id ?? '');
    const gone = await dropFile(write.db, row);
    await write.audit({ object: { kind, id, name: fullName(row) }, changes: { isDeleted: [false, true] } });
    return gone;
  });
  if (bytesGo) await orLeaveToSweep(context.services.blobs.remove(id));
  return {};
}

/** Deletes evidence of a finding that no step names yet; only who uploaded it, or an administrator, may. */
async function deleteUnattachedEvidence(write: Write, caller: Caller, id: string): Promise<boolean> {
  const row = await findFindingFile(write.db, caller.scope, id);
  if (!row?.finding_id || (row.by_id !== caller.id && caller.role !== 'admin')) throw notFound();
  const { state } = await openForEvidence(write, caller, row.finding_id);
  if (!(await unattachedEvidence(write.db, row.finding_id)).some((file) => file.id === id))
    throw new HttpError('transition_not_allowed', {
      message: (text) => text.refused.evidenceUsed,
      fields: { state: (_text, { findingStates }) => findingStates[state] },
    });
  const gone = await dropFile(write.db, row);
  await write.audit({ object: { kind: 'finding', id, name: fullName(row) }, changes: { isDeleted: [false, true] } });
  return gone;
}

export const fileRoutes: Handlers<keyof typeof files> = {
  async 'GET file/category'(_input, { lang }) {
    const { fileCategories } = rulesTexts[lang].rules;
    return FILE_RULES.map(({ id, required, levels }) => ({
      id,
      title: fileCategories[id],
      required,
      levels: [...levels],
    }));
  },

  async 'POST file/query_file_size'({ fileIds }, { read, caller }) {
    const sizes = new Map([
      ...(await sizesOf(read, caller.scope, fileIds)),
      ...(await documentSizes(read, caller.role, fileIds)),
    ]);
    const items = [...new Set(fileIds)].flatMap((id) => {
      const size = sizes.get(id);
      return size === undefined ? [] : [{ id, size }];
    });
    return { total: items.reduce((sum, { size }) => sum + size, 0), items };
  },

  async 'GET file/archive'({ id }, context) {
    const { caller, lang } = context;
    return context.write(async ({ db, now, audit }) => {
      const assessment = await inScope(db, caller, id);
      const name = archiveName(assessment);
      const { token, expiresAt } = await insertDownload(db, caller, { kind: 'archive', object_id: id, lang }, now);
      await audit({ object: { kind: 'assessment', id, name } });
      return { token, name, expiresAt };
    });
  },

  async 'GET file/list'({ id }, { read, caller }) {
    const assessment = await inScope(read, caller, id);
    return (await listFiles(read, assessment.id, 'file')).map(fileOf);
  },

  'GET file/token': ({ fileId }, context) => tokenFor(context, 'file', fileId),
  'GET file/download/:name': (input, context) => openDownload(context, ['file', 'archive'], input),
  'POST file/delete?': ({ id }, context) => remove(context, 'file', id),

  async 'GET file/evidence'({ asmId, serial1 }, { read, caller }) {
    const assessment = await inScope(read, caller, asmId);
    if (!findChapter(await standardOf(read, assessment.standard_version), serial1)) throw notFound();
    const rows = await listFiles(read, assessment.id, 'evidence');
    return rows.filter(({ serial }) => serial !== null && chapterOf(serial) === serial1).map(fileOf);
  },

  'GET file/evidence_token': ({ fileId }, context) => tokenFor(context, 'evidence', fileId),
  'GET file/download_evidence/:name': (input, context) => openDownload(context, ['evidence', 'finding'], input),
  'POST file/delete_evidence?': ({ fileId }, context) => remove(context, 'evidence', fileId),
};
