import { partName, titleOf } from '@shp/server/files/blobs/names';
import { contentDisposition } from '@shp/server/http/download';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('file title', () => {
  test.each([
    ['report.pdf', 'report'],
    ['水电站 自评报告.DOCX', '水电站 自评报告'],
    ['a/b\\c.pdf', 'a_b_c'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['v1.2', 'v1.2'],
    ['archive.tar.gz', 'archive.tar'],
    ['.pdf', '_'],
    ['', '_'],
    ['   ', '_'],
    ['  spaced  .pdf', 'spaced'],
    ['line\r\nbreak\0.pdf', 'linebreak'],
    ['invoice\u202efdp.exe', 'invoicefdp'],
    ['invoice\u061cfdp.exe', 'invoicefdp'],
    ['e\u0301.pdf', 'é'],
    ['\u3164\u2800.pdf', '_'],
    ['😀'.repeat(300), '😀'.repeat(200)],
  ])('%j is %j', (filename, title) => {
    expect(titleOf(filename)).toBe(title);
  });

  test('is never empty, too long, multi-line or a path', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (filename) => {
        const title = titleOf(filename);
        expect([...title].length).toBeGreaterThan(0);
        expect([...title].length).toBeLessThanOrEqual(200);
        expect(title).not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
  });
});

describe('archive entry name', () => {
  test.each([
    ['a<b>:"c|d?e*', 'a_b___c_d_e_'],
    ['CON', 'CON_'],
    ['com1', 'com1_'],
    ['end. . ', 'end'],
    ['...', '_'],
  ])('%j is %j', (name, part) => {
    expect(partName(name)).toBe(part);
  });

  test('fits the limits of file systems', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (name) => {
        expect(Buffer.byteLength(partName(name))).toBeLessThanOrEqual(181);
      }),
    );
  });
});

describe('name in a header', () => {
  test('round-trips any name in one header', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (name) => {
        const header = contentDisposition(name);
        expect(header).toMatch(/^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.~%-]*$/);
        const encoded = /filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? '';
        expect(decodeURIComponent(encoded)).toBe(name);
      }),
    );
  });
});
