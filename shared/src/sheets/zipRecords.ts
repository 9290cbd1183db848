// The records of a ZIP archive, for workbooks and for archives of stored files. Offsets above 4 GiB are ZIP64.

const VERSION = 20;
const VERSION_64 = 45;
const MAX_16 = 0xffff;
export const MAX_32 = 0xffff_ffff;

/** One file of an archive. `at`: MS-DOS date and time; `packed`: its size in the archive. */
export type ZipFile = {
  readonly name: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly at: number;
  readonly crc32: number;
  readonly packed: number;
  readonly size: number;
};

const bytesOf = (length: number, values: readonly number[]) =>
  values.flatMap((value) => Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256));
const u16 = (...values: number[]) => bytesOf(2, values);
export const u32 = (...values: number[]) => bytesOf(4, values);
const u64 = (...values: number[]) => bytesOf(8, values);

/** The fields that a file's local header and its directory entry share. */
function common({ name, flags, method, at, crc32, packed, size }: ZipFile, version: number): number[] {
  return [...u16(version, flags, method), ...u32(at, crc32, packed, size), ...u16(name.length)];
}

export function localHeader(file: ZipFile): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...u32(0x04034b50), ...common(file, VERSION), ...u16(0), ...file.name]);
}

/** The directory entry of a file whose local header begins at `offset`. */
export function directoryEntry(file: ZipFile, offset: number): number[] {
  const far = offset >= MAX_32;
  const version = far ? VERSION_64 : VERSION;
  const extra = far ? [...u16(1, 8), ...u64(offset)] : [];
  // Extra length, comment length, disk, internal and external attributes.
  const rest = [...u16(extra.length, 0, 0, 0), ...u32(0, Math.min(offset, MAX_32))];
  return [...u32(0x02014b50), ...u16(version), ...common(file, version), ...rest, ...file.name, ...extra];
}

/** The end of an archive whose directory of this many files begins at `offset`. */
export function directoryEnd(count: number, size: number, offset: number): number[] {
  const counts = u16(Math.min(count, MAX_16), Math.min(count, MAX_16));
  const sizes = u32(Math.min(size, MAX_32), Math.min(offset, MAX_32));
  const end = [...u32(0x06054b50, 0), ...counts, ...sizes, ...u16(0)];
  if (count < MAX_16 && size < MAX_32 && offset < MAX_32) return end;
  const record = [...u32(0x06064b50), ...u64(44), ...u16(VERSION_64, VERSION_64), ...u32(0, 0)];
  return [
    ...record,
    ...u64(count, count, size, offset),
    ...u32(0x07064b50, 0),
    ...u64(offset + size),
    ...u32(1),
    ...end,
  ];
}
