import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { BlobStore } from '@shp/server/files/blobs/blobs';
import { layOutZip, readZip, type ZipEntry, type ZipLayout } from '@shp/server/files/blobs/zip';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const AT = '2026-11-21T16:30:10.000Z';

/** A blob store in memory, with only the methods that the archive uses. */
function blobsOf(contents: ReadonlyMap<string, Buffer>): BlobStore {
  const open: BlobStore['open'] = async (key, range) =>
    Readable.from([contents.get(key)?.subarray(range?.from, (range?.to ?? Number.POSITIVE_INFINITY) + 1)]);
  return { open } as BlobStore;
}

const read = (blobs: BlobStore, layout: ZipLayout, range?: { from: number; to: number }) =>
  buffer(readZip(blobs, layout, range));

type Found = { path: string; size: number; crc: number; header: number };

/** Reads the central directory at an archive's end, following the ZIP specification. */
function directoryOf(tail: Buffer, tailAt: number): Found[] {
  const end = tail.length - 22;
  expect(tail.readUInt32LE(end)).toBe(0x06054b50);
  let [count, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 16)];
  if (at === 0xffffffff) {
    expect(tail.readUInt32LE(end - 20)).toBe(0x07064b50);
    const record = Number(tail.readBigUInt64LE(end - 12)) - tailAt;
    expect(tail.readUInt32LE(record)).toBe(0x06064b50);
    [count, at] = [Number(tail.readBigUInt64LE(record + 32)), Number(tail.readBigUInt64LE(record + 48))];
  }
  const found: Found[] = [];
  for (let from = at - tailAt; found.length < count; ) {
    expect(tail.readUInt32LE(from)).toBe(0x02014b50);
    const [name, extra] = [tail.readUInt16LE(from + 28), tail.readUInt16LE(from + 30)];
    const near = tail.readUInt32LE(from + 42);
    found.push({
      path: tail.toString('utf8', from + 46, from + 46 + name),
      size: tail.readUInt32LE(from + 24),
      crc: tail.readUInt32LE(from + 16),
      header: near === 0xffffffff ? Number(tail.readBigUInt64LE(from + 46 + name + 4)) : near,
    });
    from += 46 + name + extra;
  }
  return found;
}

const files = fc.uniqueArray(
  fc.record({
    path: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
  }),
  { maxLength: 8, selector: ({ path }) => path },
);

test('an archive has every file, and each range equals that part of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.nat(), fc.nat(), async (made, a, b) => {
      const contents = new Map(made.map(({ bytes }, index) => [String(index), Buffer.from(bytes)]));
      const entries = made.map(({ path, bytes }, index) => ({
        path,
        key: String(index),
        size: bytes.length,
        crc32: crc32(bytes),
        at: AT,
      }));
      const layout = layOutZip(entries);
      const whole = await read(blobsOf(contents), layout);
      expect(whole.length).toBe(layout.size);
      const found = directoryOf(whole, 0);
      expect(found.map(({ path }) => path)).toEqual(made.map(({ path }) => path));
      for (const [index, { header, size, crc }] of found.entries()) {
        expect(whole.readUInt32LE(header)).toBe(0x04034b50);
        const start = header + 30 + whole.readUInt16LE(header + 26);
        const bytes = whole.subarray(start, start + size);
        expect(bytes).toEqual(contents.get(String(index)));
        expect(crc32(bytes)).toBe(crc);
      }
      const [from, to] = [a % layout.size, b % layout.size].sort((x, y) => x - y) as [number, number];
      expect(await read(blobsOf(contents), layout, { from, to })).toEqual(whole.subarray(from, to + 1));
    }),
  );
});

test('above 4 GiB it uses ZIP64', async () => {
  const size = 2 ** 31;
  const entries: ZipEntry[] = ['一.mp4', 'b.mp4', 'c.mp4', 'd.mp4'].map((path) => ({
    path,
    key: path,
    size,
    crc32: 7,
    at: AT,
  }));
  const layout = layOutZip(entries);
  const none = blobsOf(new Map());
  const tailAt = 4 * (size + 30) + entries.reduce((sum, { path }) => sum + Buffer.byteLength(path), 0);
  const found = directoryOf(await read(none, layout, { from: tailAt, to: layout.size - 1 }), tailAt);
  expect(found.map(({ path, size }) => [path, size])).toEqual(entries.map(({ path, size }) => [path, size]));
  expect(found[3]?.header).toBeGreaterThan(2 ** 32);
  for (const { header, path } of found) {
    const local = await read(none, layout, { from: header, to: header + 29 + Buffer.byteLength(path) });
    expect(local.readUInt32LE(0)).toBe(0x04034b50);
    expect(local.toString('utf8', 30)).toBe(path);
  }
});

test('times are in China Standard Time', async () => {
  const layout = layOutZip([{ path: 'a', key: 'a', size: 1, crc32: 0, at: AT }]);
  const header = await read(blobsOf(new Map()), layout, { from: 0, to: 29 });
  const [time, date] = [header.readUInt16LE(10), header.readUInt16LE(12)];
  expect([1980 + (date >> 9), (date >> 5) & 15, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([
    2026, 11, 22, 0, 30, 10,
  ]);
});
