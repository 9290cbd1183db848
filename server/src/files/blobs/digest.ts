import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

export type Digest = { readonly size: number; readonly sha256: string; readonly crc32: number };

/** Length and digests of a local file, in one read. */
export function digestFile(path: string): Promise<Digest> {
  return digestOf(createReadStream(path, { highWaterMark: 1 << 20 }));
}

/** Length and digests of a stream of bytes. */
export async function digestOf(bytes: AsyncIterable<Buffer>): Promise<Digest> {
  const hash = createHash('sha256');
  let [size, sum] = [0, 0];
  for await (const chunk of bytes) {
    hash.update(chunk);
    sum = crc32(chunk, sum);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex'), crc32: sum };
}
