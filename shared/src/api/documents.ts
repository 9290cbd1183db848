import { z } from 'zod';
import { BINARY, call, done, EXPORT, LIST, WRITE } from './call.ts';
import { download } from './files.ts';
import { documentFile, downloadToken } from './objects.ts';
import { id, paged, paging, role } from './schemas.ts';

const KEEPERS = ['admin', 'province_manager'] as const;

export const documents = {
  'GET document/list': call({
    who: 'loggedIn',
    reach: { kind: 'list', of: 'document' },
    token: LIST,
    audited: false,
    input: z.strictObject({ ...paging, desc: z.boolean().optional() }),
    output: paged(documentFile),
  }),
  'POST document/update_roles': call({
    who: KEEPERS,
    reach: { kind: 'object', of: 'document', at: 'fileId' },
    token: WRITE,
    audited: true,
    input: z.strictObject({ fileId: id, roles: z.array(role).max(9) }),
    output: documentFile,
  }),
  'GET document/token': call({
    who: 'loggedIn',
    reach: { kind: 'object', of: 'document', at: 'fileId' },
    token: EXPORT,
    audited: true,
    input: z.strictObject({ fileId: id }),
    output: downloadToken,
  }),
  'GET document/download/:name': call({
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    input: download,
    output: BINARY,
  }),
  'POST document/delete?': call({
    who: KEEPERS,
    reach: { kind: 'object', of: 'document', at: 'fileId' },
    token: WRITE,
    audited: true,
    input: z.strictObject({ fileId: id }),
    output: done,
  }),
};
