import { Crc32 } from '../crc32.ts';
import { directoryEnd, directoryEntry, localHeader, MAX_32, u32 } from '../zipRecords.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** One file of an archive; its content is streamed. */
export type ZipEntry = { readonly path: string; readonly content: AsyncIterable<Bytes> | Iterable<Bytes> };

/** Compresses bytes by raw deflate; the implementation chooses the level. */
export type Deflate = (content: AsyncIterable<Bytes>) => AsyncIterable<Bytes>;

const FLAGS = 0x0808; // sizes follow the content; names are UTF-8
const DEFLATE = 8;
/** 1980-01-01 00:00, the first time that ZIP can store; constant, so that equal content gives equal bytes. */
const AT = 0x0021_0000;

/** Writes a ZIP archive in constant memory: sizes follow each content, the directory is at the end. */
export async function* zip(entries: Iterable<ZipEntry>, deflate: Deflate = deflateByPlatform): AsyncGenerator<Bytes> {
  const directory: number[] = [];
  let offset = 0;
  let count = 0;
  for (const { path, content } of entries) {
    const name = new TextEncoder().encode(path);
    const start = { name, flags: FLAGS, method: DEFLATE, at: AT, crc32: 0, packed: 0, size: 0 };
    const header = localHeader(start);
    yield header;
    const sum = new Crc32();
    let packed = 0;
    for await (const chunk of deflate(counted(content, sum))) {
      packed += chunk.length;
      yield chunk;
    }
    const file = { ...start, crc32: sum.value, packed, size: sum.length };
    const trailer = Uint8Array.from(u32(0x08074b50, file.crc32, packed, file.size));
    yield trailer;
    directory.push(...directoryEntry(file, offset));
    offset += header.length + packed + trailer.length;
    if (offset > MAX_32 || file.size > MAX_32) throw new RangeError('A workbook holds at most 4 GiB');
    count += 1;
  }
  yield Uint8Array.from([...directory, ...directoryEnd(count, directory.length, offset)]);
}

async function* counted(content: ZipEntry['content'], sum: Crc32): AsyncGenerator<Bytes> {
  for await (const chunk of content) {
    sum.add(chunk);
    yield chunk;
  }
}

async function* deflateByPlatform(content: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const stream = new CompressionStream('deflate-raw');
  const reader = stream.readable.getReader();
  const fed = feed(content, stream.writable.getWriter());
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value as Bytes;
  } finally {
    await reader.cancel().catch(() => undefined);
    await fed;
  }
}

/** If the content fails, the reader fails with the same error; if the reader stops, the content is closed. */
async function feed(content: AsyncIterable<Bytes>, writer: WritableStreamDefaultWriter<BufferSource>): Promise<void> {
  try {
    for await (const chunk of content) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
  }
}
