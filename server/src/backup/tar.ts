import { ByteReader } from './byteReader.ts';

const BLOCK = 512;
const OCTAL_MOST = 0o77777777777;
const FILE_TYPES = ['0', '\0'];

/** The header of a file (POSIX ustar; sizes above 8 GB in GNU format). Our paths are short enough for it. */
export function tarHeader(path: string, size: number, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0, 100);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (size <= OCTAL_MOST) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(`${Math.floor(seconds).toString(8).padStart(11, '0')}\0`, 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Zero bytes that fill the last block after a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** The bytes that a file of this size takes in an archive, its header and padding included. */
export function tarSize(size: number): number {
  return BLOCK + Math.ceil(size / BLOCK) * BLOCK;
}

/** The two zero blocks that end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** The archive is damaged or cut off. */
export class DamagedTar extends Error {
  override readonly name = 'DamagedTar';
}

/** One file of an archive. Unread bytes are skipped. */
export type TarEntry = { readonly path: string; readonly size: number; readonly chunks: AsyncIterable<Buffer> };

/** The files of an archive in order, as a stream. @throws DamagedTar */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(source);
  for (;;) {
    const header = await reader.take(BLOCK);
    if (header === null) throw new DamagedTar();
    if (header.every((byte) => byte === 0)) return;
    const written = Number.parseInt(header.toString('latin1', 148, 156), 8);
    const size = sizeIn(header);
    if (written !== sumOf(header) || !Number.isSafeInteger(size) || size < 0) throw new DamagedTar();
    let left = size;
    const chunks = (async function* () {
      while (left > 0) {
        const chunk = await reader.some(left);
        if (chunk === null) throw new DamagedTar();
        left -= chunk.length;
        yield chunk;
      }
    })();
    // Skip folders and links: the archive may have been repacked with another tool.
    if (FILE_TYPES.includes(header.toString('latin1', 156, 157)))
      yield { path: textIn(header, 0, 100).replace(/^\.\//, ''), size, chunks };
    for await (const _ of chunks);
    if ((await reader.take(tarPadding(size).length)) === null) throw new DamagedTar();
  }
}

function sizeIn(header: Buffer): number {
  if (header.readUInt8(124) & 0x80) return Number(header.readBigUInt64BE(128));
  return Number.parseInt(textIn(header, 124, 12), 8);
}

function textIn(header: Buffer, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end).trim();
}

/** The sum of a header's bytes, with spaces in its checksum field. */
function sumOf(header: Buffer): number {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum;
}
