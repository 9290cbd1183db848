import { OFFSET } from '@shp/shared/domain/lib/days';
import { directoryEnd, directoryEntry, localHeader } from '@shp/shared/sheets/zipRecords';
import type { ByteRange } from '../../types.ts';
import type { BlobStore } from './blobs.ts';

/** A stored file in an archive: `crc32` of its bytes, `at` when it was uploaded. */
export type ZipEntry = {
  readonly path: string;
  readonly key: string;
  readonly size: number;
  readonly crc32: number;
  readonly at: string;
};

/** The parts of an archive in order: bytes made here, and bytes of blobs. */
type Segment = { readonly size: number; readonly from: Buffer | string };
export type ZipLayout = { readonly size: number; readonly segments: readonly Segment[] };

const UTF8_NAMES = 0x0800;
const STORED = 0;

/**
 * Lays out a ZIP of uncompressed files. Everything in it is known beforehand, so its length is too, and any range can
 * be read by itself. Archives above 4 GiB are ZIP64.
 */
export function layOutZip(entries: readonly ZipEntry[]): ZipLayout {
  const segments: Segment[] = [];
  const directory: number[] = [];
  let offset = 0;
  for (const { path, key, size, crc32, at } of entries) {
    const name = new TextEncoder().encode(path);
    const file = { name, flags: UTF8_NAMES, method: STORED, at: dosTime(at), crc32, packed: size, size };
    directory.push(...directoryEntry(file, offset));
    const header = Buffer.from(localHeader(file));
    segments.push({ size: header.length, from: header }, { size, from: key });
    offset += header.length + size;
  }
  const tail = Buffer.from([...directory, ...directoryEnd(entries.length, directory.length, offset)]);
  segments.push({ size: tail.length, from: tail });
  return { size: offset + tail.length, segments };
}

/** The bytes of an archive or a range of it, blob by blob. */
export async function* readZip(
  blobs: BlobStore,
  { segments, size }: ZipLayout,
  range?: ByteRange,
): AsyncGenerator<Buffer> {
  const { from, to } = range ?? { from: 0, to: size - 1 };
  let start = 0;
  for (const segment of segments) {
    const first = Math.max(from - start, 0);
    const last = Math.min(to - start, segment.size - 1);
    start += segment.size;
    if (first > last) continue;
    if (typeof segment.from === 'string') yield* await blobs.open(segment.from, { from: first, to: last });
    else yield segment.from.subarray(first, last + 1);
  }
}

/** Date and time in China in MS-DOS format, as ZIP requires. */
function dosTime(at: string): number {
  const local = new Date(Date.parse(at) + OFFSET);
  const date = ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate();
  const time = (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
