import { errorOf } from '@shp/shared/api/client';
import { ApiError, ForeignAnswer, NetworkError } from '@shp/shared/api/errors';
import { UPLOAD_PATH } from '@shp/shared/api/uploadPath';
import { langOf } from '@shp/shared/domain/lib/lang';
import type { Api } from '../api/client.ts';
import type { Response } from '../api/transport.ts';

/** How much of an upload the server has; `fileId` once it has made a file of it. */
type State = { readonly offset: number; readonly fileId: string | null };

const PIECE = 2 ** 20;

/** Makes an upload; answers where it is (tus 1.0, creation). */
export async function createUpload(api: Api, size: number, metadata: Record<string, string>): Promise<string> {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  const headers = { 'Upload-Length': String(size), 'Upload-Metadata': pairs.join(',') };
  const answer = await request(api, 'POST', UPLOAD_PATH, headers);
  return placeOf(answer.headers.get('location') ?? '');
}

/**
 * The path of an upload below the server's address. A server behind a proxy does not know its own address, and bytes and
 * token go to no other one, so only the upload's name is taken from what it says. @throws ForeignAnswer
 */
function placeOf(location: string): string {
  const name = new RegExp(`${UPLOAD_PATH}/([^/?#]+)$`).exec(location)?.[1];
  if (name === undefined) throw new ForeignAnswer('no Location of an upload');
  return `${UPLOAD_PATH}/${name}`;
}

/** Whether the server still has an upload of ours there. */
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
 * Sends what the server does not have yet, a piece a request; after a lost line it asks how much came and goes on
 * from there. Answers the id of the file.
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
    // Until it is answered nobody knows what has come.
    state = null;
    const piece = await read(known.offset, Math.min(PIECE, size - known.offset));
    const sent = sendPiece(api, location, known.offset, piece);
    if (known.offset + piece.length < size) return stateOf(await sent);
    // All has come: a large file may be taken over for longer than an answer is waited for, so it is asked once more.
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
    // The request before was lost, yet some of it came: as passing as the loss itself.
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
