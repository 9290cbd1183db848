import { MEGABYTE } from '../../domain/assessment/files.ts';
import { Crc32 } from '../crc32.ts';
import type { FileFault } from './faults.ts';
import { type ZipPart, zipParts } from './zipParts.ts';

const STORED = 0;
const DEFLATED = 8;

/**
 * Refuses damaged archives and ZIP bombs before the workbook reader opens them, because it checks neither checksums nor
 * unpacked sizes. First it checks the sizes in the directory; then it unpacks each part once, up to the stated size,
 * without storing it. Null if the archive is fine.
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

/** The checksum of a part, unpacked up to its stated size; null if it cannot be unpacked. */
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
