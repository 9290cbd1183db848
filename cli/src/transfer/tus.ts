import { errorOf } from '@shp/shared/api/client';
import { ApiError } from '@shp/shared/api/errors';
import { readUpload, type TusTransport } from '@shp/shared/api/tus';
import { langOf } from '@shp/shared/domain/lib/lang';
import type { Api } from '../api/client.ts';

/** Size of the pieces of an upload. */
export const CHUNK_BYTES = 2 ** 20;

/** Requests of resumable uploads, over the client's connection and with its token. */
export function tusTransport({ server, send, headers: own, signal }: Api): TusTransport<Uint8Array> {
  return async ({ method, path, headers, piece }) => {
    const init = { method, headers: { ...own, ...headers }, signal, ...(piece ? { bytes: piece } : {}) };
    const response = await send(`${server}${path}`, init);
    if (response.status >= 300) throw await errorOf(response, langOf(own['Accept-Language']));
    await response.text();
    return response.headers;
  };
}

/** Whether the server still has this upload. */
export async function uploadExists(api: Api, path: string): Promise<boolean> {
  try {
    await api.retry(() => readUpload(tusTransport(api), path));
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return false;
    throw error;
  }
}
