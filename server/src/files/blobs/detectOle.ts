import type { FileHandle } from 'node:fs/promises';

const HEADER = 512;
const ENTRY = 128;
const NO_SECTOR = 0xffff_fff0;
/** Directory sectors to read at most; real files have a handful. */
const SECTORS_MAX = 256;
/** Entries of the table list in the header. */
const HEADER_TABLES = 109;

/** The names in the directory of a compound file (MS-CFB); for a damaged file, those that can be reached. */
export async function olePartNames(file: FileHandle): Promise<string[]> {
  const header = await read(file, 0, HEADER);
  if (header.length < HEADER) return [];
  const size = 2 ** header.readUInt16LE(30);
  if (size !== 512 && size !== 4096) return [];
  const names: string[] = [];
  let sector = header.readUInt32LE(48);
  for (let count = 0; sector < NO_SECTOR && count < SECTORS_MAX; count++) {
    const directory = await read(file, (sector + 1) * size, size);
    for (let at = 0; at + ENTRY <= directory.length; at += ENTRY) names.push(nameOf(directory, at));
    sector = await next(file, header, size, sector);
  }
  return names;
}

function nameOf(directory: Buffer, at: number): string {
  const length = Math.min(Math.max(directory.readUInt16LE(at + 64) - 2, 0), 62);
  return directory.toString('utf16le', at, at + length);
}

/** The next sector by the allocation table; ignores tables that the header does not list. */
async function next(file: FileHandle, header: Buffer, size: number, sector: number): Promise<number> {
  const perTable = size / 4;
  const table = Math.floor(sector / perTable);
  if (table >= HEADER_TABLES) return NO_SECTOR;
  const start = header.readUInt32LE(76 + 4 * table);
  if (start >= NO_SECTOR) return NO_SECTOR;
  const entry = await read(file, (start + 1) * size + (sector % perTable) * 4, 4);
  return entry.length < 4 ? NO_SECTOR : entry.readUInt32LE(0);
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
