import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { detectType } from '@shp/server/files/blobs/detectType';
import { layOutZip, readZip } from '@shp/server/files/blobs/zip';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'shp-judge-'));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
function judge(bytes: Uint8Array, name = 'file'): Promise<string | null> {
  const path = join(folder, `${made++}-${name}`);
  writeFileSync(path, bytes);
  return detectType(path);
}

function zip(parts: Record<string, string>): Promise<Buffer> {
  const entries = Object.entries(parts).map(([path, text]) => {
    const bytes = Buffer.from(text);
    return { path, key: path, size: bytes.length, crc32: crc32(bytes), at: '2026-01-01T00:00:00.000Z' };
  });
  const open = async (key: string) => Readable.from([Buffer.from(parts[key] ?? '')]);
  return buffer(readZip({ open } as never, layOutZip(entries)));
}

function officeOpen(type: string, part: string): Promise<Buffer> {
  const types = `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="application/vnd.${type}.main+xml"/></Types>`;
  return zip({ '[Content_Types].xml': types, '_rels/.rels': '<Relationships/>', [part]: '<x/>' });
}

/** An OLE compound file with these names in its directory, across as many sectors as they need. */
function compound(names: readonly string[]): Buffer {
  const perSector = 4;
  const sectors = Math.ceil(names.length / perSector);
  const header = Buffer.alloc(512, 0xff);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  for (let sector = 1; sector <= sectors; sector++)
    table.writeUInt32LE(sector === sectors ? 0xfffffffe : sector + 1, sector * 4);
  const directory = Buffer.alloc(sectors * 512);
  for (const [index, name] of names.entries()) {
    directory.write(name, index * 128, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, index * 128 + 64);
  }
  return Buffer.concat([header, table, directory]);
}

const box = (text: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(text), Buffer.alloc(512)]);
const WORD = 'openxmlformats-officedocument.wordprocessingml.document';
const many = Array.from({ length: 40 }, (_, index) => `Stream ${index}`);

describe('accepted', () => {
  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['pdf', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    [
      'png',
      () => Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154', 'hex'),
    ],
    ['jpg', () => Buffer.from('ffd8ffe000104a46494600010101006000600000', 'hex')],
    ['webp', () => Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
    ['mp4', () => box('ftypisom\0\0\x02\0isomiso2')],
    ['mp4', () => box('ftypmp42\0\0\0\0mp42isom')],
    ['docx', () => officeOpen(WORD, 'word/document.xml')],
    ['xlsx', () => officeOpen('openxmlformats-officedocument.spreadsheetml.sheet', 'xl/workbook.xml')],
    ['pptx', () => officeOpen('openxmlformats-officedocument.presentationml.presentation', 'ppt/presentation.xml')],
    ['zip', () => zip({ 'photos/one.jpg': 'x', 'two.txt': 'y' })],
    ['doc', () => compound(['Root Entry', '1Table', 'WordDocument'])],
    ['xls', () => compound(['Root Entry', 'Workbook'])],
    ['xls', () => compound(['Root Entry', 'Book'])],
    ['ppt', () => compound([...many, 'PowerPoint Document'])],
  ])('%s', async (extension, bytes) => {
    expect(await judge(await bytes())).toBe(extension);
  });
});

describe('refused regardless of the name', () => {
  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['a program', () => Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(300)])],
    ['a program of Linux', () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(300)])],
    ['a shell script', () => Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with scripts', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['plain text', () => Buffer.from('二〇二六年自评报告')],
    ['a GIF', () => Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
    ['a Java archive', () => zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' })],
    ['a document with macros', () => officeOpen('ms-word.document.macroEnabled', 'word/document.xml')],
    ['a compound file that is none of Office', () => compound(['Root Entry', 'Property', '__proto__', 'constructor'])],
    ['a compound file cut short', () => compound(['Root Entry', 'WordDocument']).subarray(0, 600)],
    ['the name of a PDF later on', () => Buffer.from(`${' '.repeat(3000)}%PDF-1.4`)],
  ])('%s', async (_name, bytes) => {
    expect(await judge(await bytes(), 'report.pdf')).toBeNull();
  });

  test('a compound file with a circular directory terminates', async () => {
    const bytes = compound(['Root Entry']);
    bytes.writeUInt32LE(1, 512 + 4);
    expect(await judge(bytes)).toBeNull();
  });
});

test('no content makes the detection throw', async () => {
  const starts = [
    '',
    '%PDF',
    'PK\x03\x04',
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    '\x89PNG\r\n\x1a\n',
    'RIFF',
    '\0\0\0\x18ftyp',
    '\xff\xd8\xff',
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 700 }), async (start, rest) => {
      await judge(Buffer.concat([Buffer.from(start, 'latin1'), rest]));
    }),
    { numRuns: 300 },
  );
});
