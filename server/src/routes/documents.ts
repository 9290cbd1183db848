import type { documents } from '@shp/shared/api/documents';
import { changesBetween } from '../audit/append.ts';
import { openDownload } from '../files/blobs/download.ts';
import { orLeaveToSweep } from '../files/blobs/sweep.ts';
import type { Handlers } from '../http/router.ts';
import { notFound } from '../httpError.ts';
import { documentOf, findDocument, listDocuments, setDocumentRoles } from '../store/repositories/documents.ts';
import { insertDownload } from '../store/repositories/downloads.ts';
import { dropFile, type FileRow, fullName } from '../store/repositories/files.ts';

const objectOf = (row: FileRow) => ({ kind: 'document', id: row.id, name: fullName(row) });

export const documentRoutes: Handlers<keyof typeof documents> = {
  async 'GET document/list'(input, { read, caller }) {
    const { total, rows } = await listDocuments(read, caller.role, input);
    return { total, items: rows.map(documentOf) };
  },

  async 'POST document/update_roles'({ fileId, roles }, context) {
    return context.write(async ({ db, audit }) => {
      const row = await findDocument(db, context.caller.role, fileId);
      if (!row) throw notFound();
      const before = documentOf(row);
      const after = documentOf(await setDocumentRoles(db, row, roles));
      await audit({ object: objectOf(row), changes: changesBetween({ roles: before.roles }, { roles: after.roles }) });
      return after;
    });
  },

  async 'GET document/token'({ fileId }, context) {
    const { caller, lang } = context;
    return context.write(async ({ db, now, audit }) => {
      const row = await findDocument(db, caller.role, fileId);
      if (!row) throw notFound();
      const { token, expiresAt } = await insertDownload(db, caller, { kind: 'document', object_id: fileId, lang }, now);
      await audit({ object: objectOf(row) });
      return { token, name: fullName(row), expiresAt };
    });
  },

  'GET document/download/:name': (input, context) => openDownload(context, ['document'], input),

  async 'POST document/delete?'({ fileId }, context) {
    await context.write(async ({ db, audit }) => {
      const row = await findDocument(db, context.caller.role, fileId);
      if (!row) throw notFound();
      await dropFile(db, row);
      await audit({ object: objectOf(row), changes: { isDeleted: [false, true] } });
    });
    await orLeaveToSweep(context.services.blobs.remove(fileId));
    return {};
  },
};
