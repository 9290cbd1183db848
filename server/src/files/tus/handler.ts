import { UPLOAD_PATH } from '@shp/shared/api/uploadPath';
import { MEGABYTE } from '@shp/shared/domain/assessment/files';
import { ERRORS, Server } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { conflict, HttpError, invalid, notFound } from '../../httpError.ts';
import { isStorable } from '../../inputLimits.ts';
import { newId } from '../../store/db/ids.ts';
import { readSettings } from '../../store/repositories/settings.ts';
import { findUpload, touchUpload, type UploadRow } from '../../store/repositories/uploads.ts';
import type { Caller } from '../../types.ts';
import type { Uploader, Uploads } from '../uploads/uploads.ts';
import { relay, webRequest } from './adapter.ts';

const TUS = '1.0.0';
/** The media type of an upload's bytes. */
const BYTES = 'application/offset+octet-stream';
/** How long a request may continue after another one asks for the same upload. */
const DRAIN_MS = 1000;

const optionsOf = (uploads: Uploads) => ({
  path: UPLOAD_PATH,
  datastore: uploads.dataStore,
  locker: uploads.locks,
  relativeLocation: true,
  lockDrainTimeout: DRAIN_MS,
  allowedOrigins: [],
});

/** Answers OPTIONS with the protocol's version, extensions and size limit. */
export async function answerOptions(
  uploads: Uploads,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { maxFileMB } = await readSettings(services.db.read);
  const server = new Server({ ...optionsOf(uploads), maxSize: maxFileMB * MEGABYTE });
  return relay(reply.header('Cache-Control', 'no-store'), await server.handleWeb(webRequest(request)));
}

/** Answers one request of the tus protocol: the tus server checks its form, {@link Uploads} the rest. */
export async function answerUpload(
  uploads: Uploads,
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method } = request;
  reply.header('Tus-Resumable', TUS).header('Cache-Control', 'no-store');
  if (request.headers['tus-resumable'] !== TUS) {
    reply.header('Tus-Version', TUS);
    throw new HttpError('precondition_failed', { fields: { 'Tus-Resumable': { code: 'oneOf', values: [TUS] } } });
  }
  if (method === 'POST') checkLength(request);
  const by: Uploader = { caller, address: request.ip };
  const known = await findOwnUpload(services, caller, request);
  if (known && method === 'DELETE' && known.finished === 1) throw conflict((text) => text.refused.uploadFinished);
  if (known && method === 'HEAD') await uploads.complete(by, known.id);
  if (known && method === 'PATCH')
    await touchUpload(services.db.write, known.id, new Date(services.db.now()).toISOString());
  const id = known?.id ?? newId();
  const { answered, failure } = await runTusServer(uploads, by, id, request);
  if (answered.status >= 400) {
    // The client does not know the address of an upload that failed at creation.
    if (method === 'POST') await uploads.discard(id);
    throw failure ?? (await httpErrorOf(answered));
  }
  if (method !== 'DELETE') setStateHeaders(reply, await findUpload(services.db.read, id, caller.id));
  return relay(reply, answered);
}

/** Lets the tus server answer. `failure` is our own refusal or an unexpected error, if any. */
async function runTusServer(
  uploads: Uploads,
  by: Uploader,
  id: string,
  request: FastifyRequest,
): Promise<{ answered: Response; failure: Error | null }> {
  let failure: Error | null = null;
  const server = new Server({
    ...optionsOf(uploads),
    namingFunction: () => id,
    // The default takes everything after the last slash of the URL, including the query, which could name another
    // upload.
    getFileIdFromRequest: () => id,
    async onUploadCreate(_request, upload) {
      await uploads.reserve(by, id, upload.size ?? 0, valuesOf(upload.metadata ?? {}));
      return {};
    },
    async onUploadFinish() {
      await uploads.complete(by, id);
      return {};
    },
    onResponseError(_request, error) {
      // Errors of the tus server itself have a status; all others are ours.
      if ('status_code' in error) return undefined;
      failure = error;
      return { status_code: 500, body: '' };
    },
  });
  const answered = await server.handleWeb(webRequest(request));
  return { answered, failure };
}

/** The upload in the URL. @throws HttpError `not_found` if it does not exist or belongs to another user. */
async function findOwnUpload(services: Services, caller: Caller, request: FastifyRequest): Promise<UploadRow | null> {
  const { id } = request.params as { id?: string };
  if (id === undefined) return null;
  // Skip the query for an id that no database can store.
  const row = isStorable(id) ? await findUpload(services.db.read, id, caller.id) : undefined;
  if (!row) throw notFound();
  return row;
}

/** Metadata without a value count as the empty text. */
function valuesOf(metadata: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, value ?? '']));
}

function checkLength(request: FastifyRequest): void {
  const text = request.headers['upload-length'];
  if (text === undefined) throw invalid({ 'Upload-Length': { code: 'required' } });
  if (!/^\d{1,15}$/.test(String(text))) throw invalid({ 'Upload-Length': { code: 'type', expected: 'integer' } });
  if (Number(text) < 1) throw invalid({ 'Upload-Length': { code: 'tooSmall', min: 1 } });
}

function setStateHeaders(reply: FastifyReply, row: UploadRow | undefined): void {
  if (!row) throw notFound();
  if (row.finished === 1) reply.header('File-Id', row.id);
  else reply.header('Upload-Expires', new Date(row.expires_at).toUTCString());
}

/** The header that a refusal is about, spelled as in the protocol. */
function headerIn(message: string): string {
  const name = /\w+-[\w-]+/.exec(message)?.[0] ?? 'body';
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Converts a refusal of the tus server to the contract's form. */
async function httpErrorOf(answered: Response): Promise<HttpError | Error> {
  const message = (await answered.text()).trim();
  if (message === ERRORS.ABORTED.body) return conflict((text) => text.refused.uploadOffset);
  switch (answered.status) {
    case 400:
      return headerIn(message) === 'Content-Type'
        ? new HttpError('unsupported_type', { fields: { 'Content-Type': { code: 'oneOf', values: [BYTES] } } })
        : invalid({ [headerIn(message)]: { code: 'invalid' } });
    case 403:
    case 501:
      return invalid({ [headerIn(message)]: { code: 'invalid' } });
    case 404:
      return notFound();
    case 409:
      return conflict((text) => text.refused.uploadOffset, 'Upload-Offset');
    case 410:
      return new HttpError('gone');
    case 413:
      return new HttpError('too_large');
    default:
      return new Error(`upload: ${answered.status} ${message}`);
  }
}
