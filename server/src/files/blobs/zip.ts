import { OFFSET } from '@shp/shared/domain/lib/days';
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

const VERSION = 20;
const VERSION_64 = 45;
const UTF8_NAMES = 0x0800;
const STORED = 0;
const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;

/**
 * Lays out a ZIP of uncompressed files. Everything in it is known beforehand, so its length is too, and any range can
 * be read by itself. Archives above 4 GiB are ZIP64.
 */
export function layOutZip(entries: readonly ZipEntry[]): ZipLayout {
  const segments: Segment[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.path);
    directory.push(directoryEntry(entry, name, offset));
    const header = localHeader(entry, name);
    segments.push({ size: header.length, from: header }, { size: entry.size, from: entry.key });
    offset += header.length + entry.size;
  }
  const central = Buffer.concat(directory);
  const tail = Buffer.concat([central, end(entries.length, central.length, offset)]);
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

/** The fields that a file's local header and its directory entry share. */
function common({ crc32, size, at }: ZipEntry, name: Buffer, version: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt16LE(version, 0);
  bytes.writeUInt16LE(UTF8_NAMES, 2);
  bytes.writeUInt16LE(STORED, 4);
  bytes.writeUInt32LE(dosTime(at), 6);
  bytes.writeUInt32LE(crc32, 10);
  bytes.writeUInt32LE(size, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function localHeader(entry: ZipEntry, name: Buffer): Buffer {
  return Buffer.concat([u32(0x04034b50), common(entry, name, VERSION), u16(0), name]);
}

function directoryEntry(entry: ZipEntry, name: Buffer, offset: number): Buffer {
  const far = offset >= MAX_32;
  const version = far ? VERSION_64 : VERSION;
  const extra = far ? Buffer.concat([u16(1), u16(8), u64(offset)]) : Buffer.alloc(0);
  // Extra length, comment length, disk, internal and external attributes.
  const rest = Buffer.concat([u16(extra.length), Buffer.alloc(10), u32(far ? MAX_32 : offset)]);
  return Buffer.concat([u32(0x02014b50), u16(version), common(entry, name, version), rest, name, extra]);
}

function end(count: number, size: number, offset: number): Buffer {
  const big = count >= MAX_16 || size >= MAX_32 || offset >= MAX_32;
  const counts = u16(Math.min(count, MAX_16));
  const sizes = [u32(Math.min(size, MAX_32)), u32(Math.min(offset, MAX_32))];
  const plain = Buffer.concat([u32(0x06054b50), u32(0), counts, counts, ...sizes, u16(0)]);
  if (!big) return plain;
  const record = [u32(0x06064b50), u64(44), u16(VERSION_64), u16(VERSION_64), u32(0), u32(0)];
  const locator = [u32(0x07064b50), u32(0), u64(offset + size), u32(1)];
  return Buffer.concat([...record, u64(count), u64(count), u64(size), u64(offset), ...locator, plain]);
}

/** Date and time in China in MS-DOS format, as ZIP requires. */
function dosTime(at: string): number {
  const local = new Date(Date.parse(at) + OFFSET);
  const date = ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate();
  const time = (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
