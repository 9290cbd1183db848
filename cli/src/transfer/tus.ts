import { errorOf } from '@shp/shared/api/client';
import { ApiError, ForeignAnswer, NetworkError } from '@shp/shared/api/errors';
import { UPLOAD_PATH } from '@shp/shared/api/uploadPath';
import { langOf } from '@shp/shared/domain/lib/lang';
import type { Api } from '../api/client.ts';
import type { Response } from '../api/transport.ts';

/** The state of an upload; `fileId` when the server has stored the file. */
type State = { readonly offset: number; readonly fileId: string | null };

const PIECE = 2 ** 20;

/** Creates an upload and returns its path (tus 1.0, creation). */
export async function createUpload(api: Api, size: number, metadata: Record<string, string>): Promise<string> {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  const headers = { 'Upload-Length': String(size), 'Upload-Metadata': pairs.join(',') };
  const answer = await request(api, 'POST', UPLOAD_PATH, headers);
  return placeOf(answer.headers.get('location') ?? '');
}

/**
 * The upload's path on our server. Takes only the name from `Location`: behind a proxy the server does not know its
 * address, and bytes and token must go nowhere else.
 * @throws ForeignAnswer
 */
function placeOf(location: string): string {
  const name = new RegExp(`${UPLOAD_PATH}/([^/?#]+)$`).exec(location)?.[1];
  if (name === undefined) throw new ForeignAnswer('no Location of an upload');
  return `${UPLOAD_PATH}/${name}`;
}

/** Whether the server still has this upload. */
export async function uploadLives(api: Api, location: string): Promise<boolean> {
  try {
    await api.retry(() => request(api, 'HEAD', location, {}));
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return false;
    throw error;
  }
}

/**
 * Sends the missing bytes in pieces; after a connection error it asks for the offset and resumes. Returns the file's
 * id.
 */
export async function sendUpload(
  api: Api,
  location: string,
  size: number,
  read: (offset: number, length: number) => Promise<Uint8Array>,
  at: (sent: number) => void,
): Promise<string> {
  let state: State | null = null;
  const step = async (): Promise<State> => {
    const known = state ?? stateOf(await request(api, 'HEAD', location, {}));
    if (known.fileId !== null) return known;
    // Unknown until the response arrives.
    state = null;
    const piece = await read(known.offset, Math.min(PIECE, size - known.offset));
    const sent = sendPiece(api, location, known.offset, piece);
    if (known.offset + piece.length < size) return stateOf(await sent);
    // The last piece: storing a large file may take longer than the timeout, so ask once more.
    return stateOf(
      await sent.catch((error) => {
        if (error instanceof NetworkError) return request(api, 'HEAD', location, {});
        throw error;
      }),
    );
  };
  for (;;) {
    const now: State = await api.retry(step);
    state = now;
    at(now.offset);
    if (now.fileId !== null) return now.fileId;
  }
}

async function sendPiece(api: Api, location: string, offset: number, piece: Uint8Array): Promise<Response> {
  const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
  try {
    return await request(api, 'PATCH', location, headers, piece);
  } catch (error) {
    // The server has bytes of a lost request. Temporary, like the loss itself.
    if (error instanceof ApiError && error.fields['Upload-Offset'] !== undefined) {
      throw new NetworkError(error.message, { cause: error });
    }
    throw error;
  }
}

function stateOf({ headers }: Response): State {
  const [offset, fileId] = [headers.get('upload-offset'), headers.get('file-id')];
  if (offset === null && fileId === null) throw new ForeignAnswer('no Upload-Offset');
  return { offset: Number(offset ?? 0), fileId };
}

async function request(
  api: Api,
  method: string,
  path: string,
  headers: Record<string, string>,
  bytes?: Uint8Array,
): Promise<Response> {
  const { signal } = api;
  const init = { method, headers: { ...api.headers, 'Tus-Resumable': '1.0.0', ...headers }, signal };
  let response: Response;
  try {
    response = await api.send(`${api.server}${path}`, bytes ? { ...init, bytes } : init);
  } catch (error) {
    if (signal.aborted || error instanceof NetworkError) throw error;
    throw new NetworkError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  if (response.status >= 300) throw await errorOf(response, langOf(api.headers['Accept-Language']));
  await response.text();
  return response;
}
