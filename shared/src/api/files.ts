import { z } from 'zod';
import { EXPORT, READ, WRITE } from '../domain/accounts/tokens.ts';
import { UPLOADERS } from '../domain/accounts/uploaders.ts';
import { AS_QUERY } from './assessments.ts';
import { BINARY, call, done } from './call.ts';
import { downloadToken, fileItem } from './objects.ts';
import { id } from './schemas.ts';

/** The row of a download. The file name in the path is only for people: the token selects the file. */
export const served = (summary: string) =>
  call({
    summary,
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    refuses: ['not_found', 'gone'],
    input: z.strictObject({
      name: z.string().max(1000),
      token: z.string().max(200),
      inline: z.boolean().optional(),
    }),
    output: BINARY,
  });

export const files = {
  'GET file/category': call({
    summary: "Categories of an application's files",
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
    summary: 'Sizes of files; ids out of scope are left out',
    who: 'loggedIn',
    reach: { kind: 'list', of: 'file' },
    token: READ,
    audited: false,
    input: z.strictObject({ fileIds: z.array(id).max(5000) }),
    output: z.strictObject({ total: z.int(), items: z.array(z.strictObject({ id, size: z.int() })) }),
  }),
  'GET file/archive': call({
    summary: 'Download token for all files and evidence of an assessment as a ZIP',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: EXPORT,
    audited: true,
    input: z.strictObject({ id }),
    output: downloadToken,
  }),
  'GET file/list': call({
    summary: "An assessment's files",
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.array(fileItem),
  }),
  'GET file/token': call({
    summary: 'Download token for a file',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'file', at: 'fileId' },
    token: EXPORT,
    audited: true,
    input: z.strictObject({ fileId: id }),
    output: downloadToken,
  }),
  'GET file/download/:name': served("A file, or an assessment's archive"),
  'POST file/delete?': call({
    summary: 'Delete a file',
    who: UPLOADERS.file,
    duty: 'system',
    reach: { kind: 'object', of: 'file', at: 'id' },
    token: WRITE,
    audited: true,
    refuses: ['transition_not_allowed'],
    input: z.strictObject({ id }),
    output: done,
  }),
  'GET file/evidence': call({
    summary: "Evidence of a chapter's items",
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'asmId' },
    token: READ,
    audited: false,
    input: z.strictObject({ asmId: id, serial1: z.string().max(4) }),
    output: z.array(fileItem),
  }),
  'GET file/evidence_token': call({
    summary: 'Download token for a piece of evidence',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'evidence', at: 'fileId' },
    token: EXPORT,
    audited: true,
    input: z.strictObject({ fileId: id }),
    output: downloadToken,
  }),
  'GET file/download_evidence/:name': served('A piece of evidence'),
  'POST file/delete_evidence?': call({
    summary: 'Delete a piece of evidence',
    who: UPLOADERS.evidence,
    duty: 'system',
    reach: { kind: 'object', of: 'evidence', at: 'fileId' },
    token: WRITE,
    audited: true,
    refuses: ['transition_not_allowed'],
    input: z.strictObject({ fileId: id }),
    output: done,
  }),
};
