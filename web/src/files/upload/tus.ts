import { errorOf as apiErrorOf } from '@shp/shared/api/client';
import { type ApiError, NetworkError } from '@shp/shared/api/errors';
import { UPLOAD_PATH } from '@shp/shared/api/uploadPath';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { readPreferences } from '../../core/preferences.ts';
import { clearSession, readSession } from '../../core/session.ts';

/** Progress of an upload; `fileId` is set once the server has made a file of it. */
type Progress = { readonly offset: number; readonly fileId: string | null };

type Options = {
  headers?: Record<string, string>;
  body?: Blob;
  signal?: AbortSignal;
  onSent?: (bytes: number) => void;
};

/** Creates an upload on the server and returns its URL (tus 1.0, creation). */
export async function createUpload(size: number, metadata: Record<string, string>): Promise<string> {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${base64(value)}`);
  const headers = { 'Upload-Length': String(size), 'Upload-Metadata': pairs.join(',') };
  const answer = await request('POST', UPLOAD_PATH, { headers });
  return answer.getResponseHeader('Location') ?? '';
}

/**
 * Target duration of a piece: short enough that a lost connection costs little and a slow one stays within time limits.
 */
const PIECE_MS = 5000;
const PIECE_LEAST = 64 * 1024;
const PIECE_MOST = 16 * 1024 * 1024;
/** Bytes that the connection sends in that time, by the last measurement. */
let pieceSize = 512 * 1024;

/**
 * Sends the part of a file that the server does not have, piece by piece, until the server has made a file of it.
 * `begun`: the server may have some of it. `onSent` gets the total sent so far.
 */
export async function sendFile(
  url: string,
  file: Blob,
  { begun, signal, onSent }: { begun: boolean; signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<void> {
  let { offset, fileId }: Progress = begun ? progressOf(await request('HEAD', url, {})) : { offset: 0, fileId: null };
  while (fileId === null) {
    const from = offset;
    const piece = file.slice(from, from + pieceSize);
    if (piece.size === 0) throw new NetworkError('all is sent, and no file made of it yet');
    const began = performance.now();
    ({ offset, fileId } = await sendPiece(url, from, piece, { signal, onSent: (bytes) => onSent(from + bytes) }));
    const fitting = (piece.size / Math.max(performance.now() - began, 1)) * PIECE_MS;
    pieceSize = Math.round(Math.min(PIECE_MOST, Math.max(PIECE_LEAST, fitting)));
  }
}

async function sendPiece(
  url: string,
  offset: number,
  piece: Blob,
  options: Pick<Options, 'signal' | 'onSent'>,
): Promise<Progress> {
  const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
  return progressOf(await request('PATCH', url, { ...options, headers, body: piece }));
}

/** Cancels an upload, so that the server frees its reserved space. */
export async function endUpload(url: string): Promise<void> {
  await request('DELETE', url, {});
}

function progressOf(answer: XMLHttpRequest): Progress {
  return {
    offset: Number(answer.getResponseHeader('Upload-Offset') ?? 0),
    fileId: answer.getResponseHeader('File-Id'),
  };
}

/** A request without progress for this long counts as lost, even if the browser reports no error. */
const STALLED_MS = 30_000;

/** XMLHttpRequest, because fetch does not report upload progress. */
function request(
  method: string,
  url: string,
  { headers = {}, body, signal, onSent }: Options,
): Promise<XMLHttpRequest> {
  if (signal?.aborted) return Promise.reject(new DOMException('paused', 'AbortError'));
  const { token } = readSession();
  const call = new XMLHttpRequest();
  call.open(method, url);
  const all = { 'Tus-Resumable': '1.0.0', 'Accept-Language': LANG_TAGS[readPreferences().lang], ...headers };
  for (const [name, value] of Object.entries(all)) call.setRequestHeader(name, value);
  if (token !== null) call.setRequestHeader('Token', token);
  return new Promise<XMLHttpRequest>((resolve, reject) => {
    const lose = () => {
      reject(new NetworkError('upload'));
      call.abort();
    };
    const stop = () => {
      reject(new DOMException('paused', 'AbortError'));
      call.abort();
    };
    let stalled = setTimeout(lose, STALLED_MS);
    call.upload.onprogress = ({ loaded }) => {
      clearTimeout(stalled);
      stalled = setTimeout(lose, STALLED_MS);
      onSent?.(loaded);
    };
    call.onerror = lose;
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) return resolve(call);
      if (call.status === 401 && token !== null && token === readSession().token) clearSession('invalid');
      void errorOf(call).then(reject);
    };
    call.onloadend = () => {
      clearTimeout(stalled);
      removeEventListener('offline', lose);
      signal?.removeEventListener('abort', stop);
    };
    addEventListener('offline', lose);
    signal?.addEventListener('abort', stop);
    call.send(body ?? null);
  });
}

function errorOf(call: XMLHttpRequest): Promise<ApiError> {
  const headers = { get: (name: string) => call.getResponseHeader(name) };
  return apiErrorOf({ status: call.status, headers, text: async () => call.responseText }, readPreferences().lang);
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
