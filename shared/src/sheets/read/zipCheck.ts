import { MEGABYTE } from '../../domain/assessment/files.ts';
import { Crc32 } from '../crc32.ts';
import type { FileFault } from './faults.ts';
import { type ZipPart, zipParts } from './zipParts.ts';

const STORED = 0;
const DEFLATED = 8;

/**
 * Refuses a damaged archive and a bomb before anything reads them, because the reader of workbooks checks neither the
 * sums nor how much it unpacks. What the directory says is enough to refuse; then every part is unpacked once without
 * keeping it, no further than the directory says. Null where all is well.
 */
export async function checkZip(bytes: Uint8Array<ArrayBuffer>, maxMegabytes: number): Promise<FileFault | null> {
  const parts = zipParts(bytes);
  if (!parts) return { code: 'damaged' };
  if (!parts.some(({ path }) => path.startsWith('xl/'))) return { code: 'notXlsx' };
  if (parts.some(({ encrypted }) => encrypted)) return { code: 'encrypted' };
  const unpacked = parts.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > maxMegabytes * MEGABYTE) return { code: 'unpacksTooLarge', megabytes: maxMegabytes };
  for (const part of parts) {
    const sum = await sumOf(part);
    if (sum?.length !== part.size || sum.value !== part.sum) return { code: 'damaged' };
  }
  return null;
}

/** The sum of a part's content, reading no further than its size; null where it does not unpack. */
async function sumOf({ method, packed, size }: ZipPart): Promise<Crc32 | null> {
  const sum = new Crc32();
  if (method === STORED) sum.add(packed);
  if (method !== DEFLATED) return method === STORED ? sum : null;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (let next = await reader.read(); !next.done && sum.length <= size; next = await reader.read()) {
      sum.add(next.value);
    }
    return sum;
  } catch {
    return null;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
