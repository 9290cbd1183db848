import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

export type Digest = { readonly size: number; readonly sha256: string; readonly crc32: number };

/** Length and sums of a local file, read once. */
export async function digestFile(path: string): Promise<Digest> {
  const hash = createHash('sha256');
  let [size, sum] = [0, 0];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sum = crc32(chunk, sum);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex'), crc32: sum };
}
