import type { ErrorCode } from '../api/errors.ts';
import { UPLOAD_METADATA } from '../api/upload.ts';
import { UPLOAD_PATH } from '../api/uploadPath.ts';
import { WRITE } from '../domain/accounts/tokens.ts';
import { UPLOADERS } from '../domain/accounts/uploaders.ts';
import { Schemas } from './schemas.ts';

type Json = Record<string, unknown>;

const TUS = 'tus 1.0: creation, creation-with-upload, termination, expiration';
const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } });
const parameter = (name: string, description: string, type: 'string' | 'integer' = 'string') => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type },
});
const RESUMABLE = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  schema: { const: '1.0.0' },
};
const OFFSET = parameter('Upload-Offset', 'Where these bytes begin.', 'integer');
const BYTES = { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } };
const AT_END = header('The file that the finished upload became.');
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/**
 * The paths of resumable uploads, which follow the tus protocol and are not in the call table. `refused` builds the
 * responses for error codes.
 */
export function uploadPaths(refused: (codes: readonly ErrorCode[]) => Json, security: Json[]): Record<string, Json> {
  const schemas = new Schemas();
  const metadata = Object.values(UPLOAD_METADATA).map((schema) => schemas.of(schema, 'input'));
  const who = Object.entries(UPLOADERS).map(([kind, roles]) => `${kind}: ${roles.join(', ')}`);
  const common = { tags: ['upload'], security };
  const gone: ErrorCode[] = ['unauthenticated', 'forbidden', 'not_found', 'gone', 'precondition_failed'];
  const finished: ErrorCode[] = ['conflict', 'transition_not_allowed', 'too_large', 'unsupported_type'];
  return {
    [UPLOAD_PATH]: {
      post: {
        ...common,
        operationId: 'POST_upload',
        summary: 'Begin an upload',
        description:
          `${TUS}. Who: ${who.join('; ')}. Access token: ${WRITE.join(' or ')}. ` +
          'Target, status, roles and quota are checked now and again when the upload ends.',
        parameters: [
          RESUMABLE,
          parameter('Upload-Length', 'The bytes of the whole; they are reserved against the quota.', 'integer'),
          {
            ...parameter('Upload-Metadata', 'Keys and base64 values as tus has them.'),
            'x-metadata': { oneOf: metadata },
          },
        ],
        requestBody: { required: false, content: BYTES },
        responses: {
          201: {
            description: 'Begun',
            headers: {
              Location: header('Where its bytes go.'),
              'Upload-Expires': header('When an unfinished upload is dropped.'),
              'File-Id': AT_END,
            },
          },
          ...refused(['invalid', ...gone, ...finished, 'too_many_requests']),
        },
      },
    },
    [`${UPLOAD_PATH}/{id}`]: {
      parameters: [id, RESUMABLE],
      head: {
        ...common,
        operationId: 'HEAD_upload',
        summary: 'How much of it has arrived',
        responses: {
          200: {
            description: 'Known; a finished one for 24 h',
            headers: {
              'Upload-Offset': header('Bytes that arrived.', 'integer'),
              'Upload-Length': header('Bytes of the whole.', 'integer'),
              'Upload-Metadata': header('As they were at its beginning.'),
              'File-Id': AT_END,
            },
          },
          ...refused(gone),
        },
      },
      patch: {
        ...common,
        operationId: 'PATCH_upload',
        summary: 'Send more of it',
        parameters: [OFFSET],
        requestBody: { required: true, content: BYTES },
        responses: {
          204: {
            description: 'Taken',
            headers: { 'Upload-Offset': header('Bytes that arrived.', 'integer'), 'File-Id': AT_END },
          },
          ...refused(['invalid', ...gone, ...finished]),
        },
      },
      delete: {
        ...common,
        operationId: 'DELETE_upload',
        summary: 'Give it up',
        responses: { 204: { description: 'Gone' }, ...refused([...gone, 'conflict']) },
      },
    },
  };
}
