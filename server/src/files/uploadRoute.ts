import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { UPLOAD_TOKEN, UPLOADERS } from '@shp/shared/api/upload';
import { UPLOAD_PATH } from '@shp/shared/api/uploadPath';
import { ERRORS, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { authorise, identify, tellEnd } from '../dispatch.ts';
import { conflict, invalid, notFound, Refusal } from '../refusal.ts';
import { newId } from '../store/ids.ts';
import { readSettings } from '../store/settings.ts';
import { findUpload, touchUpload, type UploadRow } from '../store/uploads.ts';
import { type Uploader, Uploads } from './uploads.ts';

const ROW = { who: [...new Set(Object.values(UPLOADERS).flat())], token: UPLOAD_TOKEN };
const TUS = '1.0.0';
/** A client that sends nothing for so long has lost its line. */
const IDLE_MS = 60_000;
/** How long one request may go on when another asks for the same upload. */
const DRAIN_MS = 1000;
/** How long a body that nobody wants may go on after the answer. */
const UNWANTED_MS = 10_000;
const MB = 2 ** 20;

type Params = { id?: string };

/** Resumable uploads, tus 1.0, at `/api/upload` (CONTRACT.md section 5); errors have the contract's form. */
export async function addUploads(app: FastifyInstance, services: Services): Promise<void> {
  const uploads = new Uploads(services);
  const running = new Set<IncomingMessage>();
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request;
    running.add(raw);
    raw.setTimeout(IDLE_MS, () => raw.destroy());
    try {
      return await answer(uploads, services, request, reply);
    } finally {
      running.delete(raw);
      letGo(raw);
    }
  };
  await app.register(async (scope) => {
    // Bodies stay streams: they are written to disk as they come.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // Uploads can be gone on with: a server that stops does not wait for them.
    scope.addHook('preClose', async () => {
      for (const raw of running) raw.destroy();
    });
    const onRequest = async (request: FastifyRequest) => {
      if (request.method === 'OPTIONS') return;
      request.caller = await identify(request, services);
      authorise(ROW, request.caller);
    };
    const config = { slowBody: true } as const;
    scope.route({ method: ['POST', 'OPTIONS'], url: UPLOAD_PATH, config, onRequest, handler });
    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
      url: `${UPLOAD_PATH}/:id`,
      config,
      onRequest,
      handler,
    });
    for (const url of [UPLOAD_PATH, `${UPLOAD_PATH}/:id`]) {
      const refuse = async () => {
        throw new Refusal('method_not_allowed');
      };
      scope.route({ method: ['GET', 'PUT'], url, exposeHeadRoute: false, handler: refuse });
    }
  });
}

async function answer(
  uploads: Uploads,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method, caller } = request;
  reply.header('Tus-Resumable', TUS).header('Cache-Control', 'no-store');
  const { maxFileMB } = await readSettings(services.db.read);
  const options = {
    path: UPLOAD_PATH,
    datastore: uploads.parts,
    locker: uploads.locks,
    relativeLocation: true,
    lockDrainTimeout: DRAIN_MS,
    allowedOrigins: [],
  };
  if (caller === null)
    return relay(reply, await new Server({ ...options, maxSize: maxFileMB * MB }).handleWeb(web(request)));
  if (request.headers['tus-resumable'] !== TUS) {
    reply.header('Tus-Version', TUS);
    throw new Refusal('precondition_failed', { fields: { 'Tus-Resumable': { code: 'oneOf', values: [TUS] } } });
  }
  const by: Uploader = { caller, address: request.ip };
  const known = await own(services, request);
  if (known && method === 'DELETE' && known.finished === 1) throw conflict((text) => text.conflicts.uploadFinished);
  if (known && method === 'HEAD') await uploads.settle(by, known.id);
  if (known && method === 'PATCH') await touchUpload(services.db.write, known.id, new Date().toISOString());
  const id = known?.id ?? newId();
  if (method === 'POST') lengthOf(request);
  let failure: unknown = null;
  const server = new Server({
    ...options,
    namingFunction: () => id,
    async onUploadCreate(_request, upload) {
      await uploads.reserve(by, id, upload.size ?? 0, valuesOf(upload.metadata ?? {}));
      return {};
    },
    async onUploadFinish() {
      await uploads.settle(by, id);
      return {};
    },
    onResponseError: (_request, error) => {
      failure = error;
      return error instanceof Refusal ? { status_code: error.status, body: error.code } : undefined;
    },
  });
  const answered = await server.handleWeb(web(request));
  if (answered.status >= 400) {
    // Nobody has been told where an upload is that failed as it was made.
    if (method === 'POST') await uploads.discard(id);
    throw failure instanceof Refusal || (failure instanceof Error && answered.status >= 500)
      ? failure
      : await refusalOf(answered);
  }
  if (method !== 'DELETE') tellState(reply, await findUpload(services.db.read, id, caller.id));
  if (caller.by.kind === 'token') tellEnd(reply, caller.by.expiresAt);
  return relay(reply, answered);
}

/** The upload that the address names. @throws Refusal `not_found` where it is nobody's or somebody else's. */
async function own(services: Services, request: FastifyRequest): Promise<UploadRow | null> {
  const { id } = request.params as Params;
  if (id === undefined) return null;
  const row = await findUpload(services.db.read, id, request.caller?.id ?? '');
  if (!row) throw notFound();
  return row;
}

/** A key without a value says the empty text. */
function valuesOf(metadata: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, value ?? '']));
}

function lengthOf(request: FastifyRequest): void {
  const text = request.headers['upload-length'];
  if (text === undefined) throw invalid({ 'Upload-Length': { code: 'required' } });
  if (!/^\d{1,15}$/.test(String(text))) throw invalid({ 'Upload-Length': { code: 'type', expected: 'integer' } });
  if (Number(text) < 1) throw invalid({ 'Upload-Length': { code: 'tooSmall', min: 1 } });
}

function tellState(reply: FastifyReply, row: UploadRow | undefined): void {
  if (!row) throw notFound();
  if (row.finished === 1) reply.header('File-Id', row.id);
  else reply.header('Upload-Expires', new Date(row.expires_at).toUTCString());
}

const WANTED = ['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata', 'upload-defer-length'];

/** The request as the tus server takes it: only the headers of the protocol, whatever a proxy adds. */
function web(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const name of [...WANTED, 'upload-concat', 'content-type', 'content-length']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const url = new URL(request.url, 'http://localhost');
  if (request.method !== 'PATCH' && request.method !== 'POST')
    return new Request(url, { method: request.method, headers });
  return new Request(url, {
    method: request.method,
    headers,
    body: bodyOf(request.raw),
    duplex: 'half',
  } as RequestInit);
}

/** The body as a stream of its own: where it is given up, the connection still carries the answer. */
function bodyOf(raw: IncomingMessage): ReadableStream {
  const body = new PassThrough();
  raw.pipe(body);
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new Error('the line broke'));
  });
  raw.once('error', (error) => body.destroy(error));
  return Readable.toWeb(body) as ReadableStream;
}

/** Lets the rest of a body that was refused run off, for a while, so that the client reads the answer. */
function letGo(raw: IncomingMessage): void {
  if (raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  if (raw.complete) return;
  const end = setTimeout(() => raw.destroy(), UNWANTED_MS).unref();
  raw.once('close', () => clearTimeout(end));
}

const HEADERS = [
  'location',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'tus-version',
  'tus-extension',
  'tus-max-size',
];

function relay(reply: FastifyReply, { status, headers }: Response): FastifyReply {
  for (const name of HEADERS) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(status).send();
}

/** The header that a refusal is about, as the protocol spells it. */
function headerIn(said: string): string {
  const name = /\w+-[\w-]+/.exec(said)?.[0] ?? 'body';
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The tus server's own refusals in the contract's form. */
async function refusalOf(answered: Response): Promise<Refusal | Error> {
  const said = (await answered.text()).trim();
  if (said === ERRORS.ABORTED.body) return conflict((text) => text.conflicts.uploadOffset);
  switch (answered.status) {
    case 400:
    case 403:
    case 501:
      return invalid({ [headerIn(said)]: { code: 'invalid' } });
    case 404:
      return notFound();
    case 409:
      return conflict((text) => text.conflicts.uploadOffset, 'Upload-Offset');
    case 410:
      return new Refusal('gone');
    case 413:
      return new Refusal('too_large');
    default:
      return new Error(`upload: ${answered.status} ${said}`);
  }
}
