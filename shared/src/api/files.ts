import { z } from 'zod';
import { AS_QUERY } from './assessments.ts';
import { BINARY, call, done, EXPORT, READ, WRITE } from './call.ts';
import { downloadToken, fileItem } from './objects.ts';
import { id } from './schemas.ts';
import { UPLOADERS } from './upload.ts';

/** A download names its file only for people; the token alone decides which one it is. */
export const download = z.strictObject({
  name: z.string().max(1000),
  token: z.string().max(200),
  inline: z.boolean().optional(),
});

export const files = {
  'GET file/category': call({
    who: 'loggedIn',
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    cacheable: true,
    input: z.strictObject({}),
    output: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        required: z.enum(['always', 'reservoir', 'no']),
        levels: z.array(z.int()),
      }),
    ),
  }),
  'POST file/query_file_size': call({
    who: 'loggedIn',
    reach: { kind: 'list', of: 'file' },
    token: READ,
    audited: false,
    input: z.strictObject({ fileIds: z.array(id).max(5000) }),
    output: z.strictObject({ total: z.int(), items: z.array(z.strictObject({ id, size: z.int() })) }),
  }),
  'GET file/archive': call({
    who: AS_QUERY,
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: EXPORT,
    audited: true,
    input: z.strictObject({ id }),
    output: downloadToken,
  }),
  'GET file/list': call({
    who: AS_QUERY,
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.array(fileItem),
  }),
  'GET file/token': call({
    who: AS_QUERY,
    reach: { kind: 'object', of: 'file', at: 'fileId' },
    token: EXPORT,
    audited: true,
    input: z.strictObject({ fileId: id }),
    output: downloadToken,
  }),
  'GET file/download/:name': call({
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    input: download,
    output: BINARY,
  }),
  'POST file/delete?': call({
    who: UPLOADERS.file,
    reach: { kind: 'object', of: 'file', at: 'id' },
    token: WRITE,
    audited: true,
    input: z.strictObject({ id }),
    output: done,
  }),
  'GET file/evidence': call({
    who: AS_QUERY,
    reach: { kind: 'object', of: 'assessment', at: 'asmId' },
    token: READ,
    audited: false,
    input: z.strictObject({ asmId: id, serial1: z.string().max(4) }),
    output: z.array(fileItem),
  }),
  'GET file/evidence_token': call({
    who: AS_QUERY,
    reach: { kind: 'object', of: 'evidence', at: 'fileId' },
    token: EXPORT,
    audited: true,
    input: z.strictObject({ fileId: id }),
    output: downloadToken,
  }),
  'GET file/download_evidence/:name': call({
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    input: download,
    output: BINARY,
  }),
  'POST file/delete_evidence?': call({
    who: UPLOADERS.evidence,
    reach: { kind: 'object', of: 'evidence', at: 'fileId' },
    token: WRITE,
    audited: true,
    input: z.strictObject({ fileId: id }),
    output: done,
  }),
};
