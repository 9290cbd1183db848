import { errorOf } from '@shp/shared/api/client';
import { NetworkError } from '@shp/shared/api/errors';
import { sendUpload, type TusRequest, type TusTransport } from '@shp/shared/api/tus';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { readPreferences } from '../../core/preferences.ts';
import { clearSession, readSession } from '../../core/session.ts';

/**
 * Target duration of a piece: short enough that a lost connection costs little and a slow one stays within time limits.
 */
const PIECE_MS = 5000;
const PIECE_LEAST = 64 * 1024;
const PIECE_MOST = 16 * 1024 * 1024;
/** Bytes that the connection sends in that time, by the last measurement. */
let pieceSize = 512 * 1024;

/** Sends the part of a file that the server does not have. `begun`: the server may have some of it. */
export function sendFile(
  path: string,
  file: Blob,
  { begun, signal, onSent }: { begun: boolean; signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<string> {
  const transport: TusTransport<Blob> = async (request) => {
    const began = performance.now();
    const headers = await tusTransport(request, signal);
    const fitting = ((request.piece?.size ?? 0) / Math.max(performance.now() - began, 1)) * PIECE_MS;
    if (request.piece) pieceSize = Math.round(Math.min(PIECE_MOST, Math.max(PIECE_LEAST, fitting)));
    return headers;
  };
  return sendUpload(transport, {
    path,
    size: file.size,
    begun,
    pieceSize: () => pieceSize,
    read: async (offset, length) => file.slice(offset, offset + length),
    // The list of uploads tries again, and shows that it waits.
    retry: (step) => step(),
    onSent,
  });
}

/** A request without progress for this long counts as lost, even if the browser reports no error. */
const STALLED_MS = 30_000;

/** Requests of resumable uploads. XMLHttpRequest, because fetch does not report upload progress. */
export function tusTransport(
  { method, path, headers, piece, onSent }: TusRequest<Blob>,
  signal?: AbortSignal,
): Promise<{ get(name: string): string | null }> {
  if (signal?.aborted) return Promise.reject(new DOMException('paused', 'AbortError'));
  const { token } = readSession();
  const { lang } = readPreferences();
  const call = new XMLHttpRequest();
  call.open(method, path);
  const all = { 'Accept-Language': LANG_TAGS[lang], ...headers, ...(token === null ? {} : { Token: token }) };
  for (const [name, value] of Object.entries(all)) call.setRequestHeader(name, value);
  const answer = { get: (name: string) => call.getResponseHeader(name) };
  return new Promise((resolve, reject) => {
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
      if (call.status >= 200 && call.status < 300) return resolve(answer);
      if (call.status === 401 && token !== null && token === readSession().token) clearSession('invalid');
      const text = async () => call.responseText;
      void errorOf({ status: call.status, headers: answer, text }, lang).then(reject);
    };
    call.onloadend = () => {
      clearTimeout(stalled);
      removeEventListener('offline', lose);
      signal?.removeEventListener('abort', stop);
    };
    addEventListener('offline', lose);
    signal?.addEventListener('abort', stop);
    call.send(piece ?? null);
  });
}
