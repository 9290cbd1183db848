import { z } from 'zod';
import { EXPORT, LIST, WRITE } from '../domain/accounts/tokens.ts';
import { UPLOADERS } from '../domain/accounts/uploaders.ts';
import { call, done } from './call.ts';
import { served } from './files.ts';
import { documentFile, downloadToken, userRole } from './objects.ts';
import { id, paged, paging } from './schemas.ts';

export const documents = {
  'GET document/list': call({
    summary: "Documents that the caller's role may read",
    who: 'loggedIn',
    reach: { kind: 'list', of: 'document' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ ...paging, desc: z.boolean().optional() }),
    output: paged(documentFile),
  }),
  'POST document/update_roles': call({
    summary: 'Say which roles may read a document; none is every role',
    who: UPLOADERS.document,
    duty: 'system',
    reach: { kind: 'object', of: 'document', at: 'fileId' },
    token: WRITE,
    audited: true,
    input: z.strictObject({ fileId: id, roles: z.array(userRole).max(9) }),
    output: documentFile,
  }),
  'GET document/token': call({
    summary: 'Download token for a document',
    who: 'loggedIn',
    reach: { kind: 'object', of: 'document', at: 'fileId' },
    token: EXPORT,
    audited: true,
    input: z.strictObject({ fileId: id }),
    output: downloadToken,
  }),
  'GET document/download/:name': served('A document'),
  'POST document/delete?': call({
    summary: 'Delete a document',
    who: UPLOADERS.document,
    duty: 'system',
    reach: { kind: 'object', of: 'document', at: 'fileId' },
    token: WRITE,
    audited: true,
    input: z.strictObject({ fileId: id }),
    output: done,
  }),
};
