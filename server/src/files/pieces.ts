import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ByteRange } from './blobs.ts';

const PIECE = 512 * 1024;
/** One is on its way, one waits behind it, one is being filled. */
const BUFFERS = 3;

/**
 * A file, or a range of it, to be sent. Its pieces take turns in the same few buffers, so it must be piped into what
 * sends it and not be kept: fresh ones would pile up to some 30 MB before anybody collects them.
 */
export function readInPieces(path: string, range?: ByteRange): Readable {
  return Readable.from(pieces(path, range ?? { from: 0, to: Number.POSITIVE_INFINITY }), { highWaterMark: 1 });
}

async function* pieces(path: string, { from, to }: ByteRange): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafeSlow(PIECE));
    for (let at = from, turn = 0; at <= to; turn++) {
      const buffer = buffers[turn % BUFFERS] as Buffer;
      const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE, to - at + 1), at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
