import { ApiError, ForeignAnswer, NetworkError } from './errors.ts';
import { UPLOAD_PATH } from './uploadPath.ts';

/** One request of resumable uploads (tus 1.0). `onSent` gets the bytes of the piece sent so far. */
export type TusRequest<Piece> = {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly piece?: Piece;
  onSent?(bytes: number): void;
};

/** Sends a request with the session's token and returns the response's headers. @throws ApiError, NetworkError */
export type TusTransport<Piece> = (request: TusRequest<Piece>) => Promise<{ get(name: string): string | null }>;

export type TusUpload<Piece> = {
  readonly path: string;
  readonly size: number;
  /** Whether the server may already have some of it. */
  readonly begun: boolean;
  /** The size of the next piece. */
  pieceSize(): number;
  read(offset: number, length: number): Promise<Piece>;
  /** Runs a step, again on temporary failures: a step asks the server for the offset if it is not known. */
  retry<T>(step: () => Promise<T>): Promise<T>;
  /** Gets the bytes of the file sent so far. */
  onSent(bytes: number): void;
};

/** How much the server has; `fileId` once it has made a file of it. */
type Progress = { readonly offset: number; readonly fileId: string | null };

const TUS = { 'Tus-Resumable': '1.0.0' };

/** Creates an upload and returns its path. */
export async function createUpload(
  transport: TusTransport<never>,
  size: number,
  metadata: Readonly<Record<string, string>>,
): Promise<string> {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${base64(value)}`);
  const headers = { ...TUS, 'Upload-Length': String(size), 'Upload-Metadata': pairs.join(',') };
  const answer = await transport({ method: 'POST', path: UPLOAD_PATH, headers });
  // Only the name: behind a proxy the server does not know its address, and bytes and token must go nowhere else.
  const name = new RegExp(`${UPLOAD_PATH}/([^/?#]+)$`).exec(answer.get('Location') ?? '')?.[1];
  if (name === undefined) throw new ForeignAnswer('no Location of an upload');
  return `${UPLOAD_PATH}/${name}`;
}

/** Asks how much of an upload the server has. @throws ApiError 404 or 410 if it no longer has the upload */
export async function readUpload(transport: TusTransport<never>, path: string): Promise<Progress> {
  return progressIn(await transport({ method: 'HEAD', path, headers: TUS }));
}

/** Cancels an upload, so that the server frees its reserved space. */
export async function endUpload(transport: TusTransport<never>, path: string): Promise<void> {
  await transport({ method: 'DELETE', path, headers: TUS });
}

/** Sends what the server does not have, piece by piece, until it has made a file of it; returns the file's id. */
export async function sendUpload<Piece>(transport: TusTransport<Piece>, upload: TusUpload<Piece>): Promise<string> {
  const { path, size } = upload;
  let progress: Progress | null = upload.begun ? null : { offset: 0, fileId: null };
  const step = async (): Promise<Progress> => {
    const { offset, fileId } = progress ?? (await readUpload(transport, path));
    if (fileId !== null) return { offset, fileId };
    // Unknown until the response arrives.
    progress = null;
    const length = Math.min(upload.pieceSize(), size - offset);
    if (length <= 0) throw new NetworkError('all is sent, and the server has not made a file of it yet');
    const sent = sendPiece(transport, upload, offset, await upload.read(offset, length));
    if (offset + length < size) return sent;
    // The last piece: storing a large file may take longer than the timeout, so ask once more.
    return sent.catch(async (error: unknown) => {
      const now = error instanceof NetworkError ? await readUpload(transport, path) : null;
      if (now === null || now.fileId === null) throw error;
      return now;
    });
  };
  for (;;) {
    const now: Progress = await upload.retry(step);
    progress = now;
    upload.onSent(now.offset);
    if (now.fileId !== null) return now.fileId;
  }
}

async function sendPiece<Piece>(
  transport: TusTransport<Piece>,
  { path, onSent }: TusUpload<Piece>,
  offset: number,
  piece: Piece,
): Promise<Progress> {
  const headers = { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
  try {
    const request = {
      method: 'PATCH',
      path,
      headers,
      piece,
      onSent: (bytes: number) => onSent(offset + bytes),
    } as const;
    return progressIn(await transport(request));
  } catch (error) {
    // The server has bytes of a lost request. Temporary, like the loss itself.
    if (error instanceof ApiError && error.fields['Upload-Offset'] !== undefined) {
      throw new NetworkError(error.message, { cause: error });
    }
    throw error;
  }
}

function progressIn(headers: { get(name: string): string | null }): Progress {
  const [offset, fileId] = [headers.get('Upload-Offset'), headers.get('File-Id')];
  if (offset === null && fileId === null) throw new ForeignAnswer('no Upload-Offset');
  return { offset: Number(offset ?? 0), fileId };
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
