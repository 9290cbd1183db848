import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ByteRange } from '../../types.ts';

const PIECE = 512 * 1024;
/** One is being sent, one is queued, one is being filled. */
const BUFFERS = 3;

/**
 * Streams a file or a range of it; the file may be deleted once it is open. Reuses three buffers, so pipe the stream
 * and keep no chunk: new buffers would grow to about 30 MB before garbage collection.
 */
export async function readInPieces(path: string, range?: ByteRange): Promise<Readable> {
  const file = await open(path);
  const sent = Readable.from(pieces(file, range ?? { from: 0, to: Number.POSITIVE_INFINITY }), { highWaterMark: 1 });
  sent.once('close', () => void file.close());
  return sent;
}

async function* pieces(file: FileHandle, { from, to }: ByteRange): AsyncGenerator<Buffer> {
  const buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafeSlow(PIECE));
  for (let at = from, turn = 0; at <= to; turn++) {
    const buffer = buffers[turn % BUFFERS] as Buffer;
    const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE, to - at + 1), at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
