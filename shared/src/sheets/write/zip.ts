import { Crc32 } from '../crc32.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** One file of an archive; its content is streamed. */
export type ZipEntry = { readonly path: string; readonly content: AsyncIterable<Bytes> | Iterable<Bytes> };

/** Compresses bytes by raw deflate; the implementation chooses the level. */
export type Deflate = (content: AsyncIterable<Bytes>) => AsyncIterable<Bytes>;

const VERSION = 20;
const FLAGS = 0x0808; // sizes follow the content; names are UTF-8
const DEFLATE = 8;
/** 1980-01-01 00:00, the first time that ZIP can store; constant, so that equal content gives equal bytes. */
const TIME = 0;
const DATE = 0x0021;
const MAX = 0xffff_ffff;

const u16 = (...values: number[]) => values.flatMap((value) => [value & 255, (value >>> 8) & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => [...u16(value), ...u16(value >>> 16)]);

/** Writes a ZIP archive in constant memory: sizes follow each content, the directory is at the end. */
export async function* zip(entries: Iterable<ZipEntry>, deflate: Deflate = deflateByPlatform): AsyncGenerator<Bytes> {
  const directory: number[] = [];
  let offset = 0;
  let count = 0;
  for (const { path, content } of entries) {
    const name = [...new TextEncoder().encode(path)];
    const start = offset;
    const common = [...u16(VERSION, FLAGS, DEFLATE, TIME, DATE)];
    const header = [...u32(0x04034b50), ...common, ...u32(0, 0, 0), ...u16(name.length, 0), ...name];
    yield Uint8Array.from(header);
    const sum = new Crc32();
    let packed = 0;
    for await (const chunk of deflate(counted(content, sum))) {
      packed += chunk.length;
      yield chunk;
    }
    const sizes = u32(sum.value, packed, sum.length);
    const trailer = [...u32(0x08074b50), ...sizes];
    yield Uint8Array.from(trailer);
    offset += header.length + packed + trailer.length;
    if (offset > MAX || sum.length > MAX) throw new RangeError('A workbook holds at most 4 GiB');
    directory.push(
      ...u32(0x02014b50),
      ...u16(VERSION),
      ...common,
      ...sizes,
      ...u16(name.length, 0, 0, 0, 0),
      ...u32(0, start),
      ...name,
    );
    count += 1;
  }
  const end = [...u32(0x06054b50), ...u16(0, 0, count, count), ...u32(directory.length, offset), ...u16(0)];
  yield Uint8Array.from([...directory, ...end]);
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
