import { MEGABYTE } from '../../domain/files.ts';
import { Crc32 } from '../crc32.ts';
import { type FileFault, MAX_UNPACKED_MEGABYTES } from './faults.ts';
import { type ZipPart, zipParts } from './zipParts.ts';

const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks every part of an archive once without keeping it, because the reader of workbooks checks neither the sums nor
 * how much it unpacks: a damaged part and a bomb are refused before anything reads them. Null where all is well.
 */
export async function checkZip(bytes: Uint8Array<ArrayBuffer>): Promise<FileFault | null> {
  const parts = zipParts(bytes);
  if (!parts) return { code: 'damaged' };
  if (!parts.some(({ path }) => path.startsWith('xl/'))) return { code: 'notXlsx' };
  if (parts.some(({ encrypted }) => encrypted)) return { code: 'encrypted' };
  let left = MAX_UNPACKED_MEGABYTES * MEGABYTE;
  for (const part of parts) {
    const sum = await sumOf(part, left);
    left -= sum?.length ?? 0;
    if (left < 0) return { code: 'unpacksTooLarge', megabytes: MAX_UNPACKED_MEGABYTES };
    if (sum?.length !== part.size || sum.value !== part.sum) return { code: 'damaged' };
  }
  return null;
}

/** The sum of a part's content, reading no further than `most`; null where it does not unpack. */
async function sumOf({ method, packed }: ZipPart, most: number): Promise<Crc32 | null> {
  const sum = new Crc32();
  if (method === STORED) sum.add(packed);
  if (method !== DEFLATED) return method === STORED ? sum : null;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (let next = await reader.read(); !next.done && sum.length <= most; next = await reader.read()) {
      sum.add(next.value);
    }
    return sum;
  } catch {
    return null;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
