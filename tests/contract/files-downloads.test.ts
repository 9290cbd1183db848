import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDocument, addEvidence, addFile, downloadAddress, newApplicant, refusalOf } from '../support/applicants.ts';
import { type Contract, startContract } from '../support/contract.ts';
import { png } from '../support/materials.ts';
import { outcome } from '../support/strictClient.ts';
import { type Bytes, pdfOf, sha256 } from '../support/tus.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => server.request('GET', path, { headers });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const codeOf = async (response: Promise<Response>) => {
  const { status, code } = await refusalOf(response);
  return [status, code];
};

describe('download token', () => {
  test('opens the file, with length and digest in the headers', async () => {
    const place = await newApplicant(server);
    const bytes = pdfOf(100_000);
    const fileId = await addFile(place, '自评报告（终稿）.pdf', bytes);
    const token = await place.person.api.call('GET file/token', { fileId });
    expect(token.name).toBe('自评报告（终稿）.pdf');
    // Low precision, because the database's clock may differ from this one.
    expect((Date.parse(token.expiresAt) - Date.now()) / 60_000).toBeCloseTo(5, 0);
    const response = await get(downloadAddress('file/download', token));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '100000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'repr-digest': `sha-256=:${Buffer.from(sha256(bytes), 'hex').toString('base64')}:`,
      'content-disposition': `attachment; filename="________.pdf"; filename*=UTF-8''${encodeURIComponent('自评报告（终稿）.pdf')}`,
    });
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*\bsandbox\b/);
    expect(sha256(await bytesOf(response))).toBe(sha256(bytes));
  });

  test('serves ranges, and HEAD with the same headers', async () => {
    const place = await newApplicant(server);
    const bytes = pdfOf(1000);
    const path = downloadAddress(
      'file/download',
      await place.person.api.call('GET file/token', { fileId: await addFile(place, 'a.pdf', bytes) }),
    );
    const etag = (await get(path)).headers.get('etag') ?? '';
    const table = [
      ['bytes=0-0', 0, 1],
      ['bytes=10-19', 10, 20],
      ['bytes=990-', 990, 1000],
      ['bytes=990-5000', 990, 1000],
      ['bytes=-5', 995, 1000],
    ] as const;
    for (const [range, from, to] of table) {
      const response = await get(path, { Range: range, 'If-Range': etag });
      expect([range, response.status, response.headers.get('content-range')]).toEqual([
        range,
        206,
        `bytes ${from}-${to - 1}/1000`,
      ]);
      expect(await bytesOf(response)).toEqual(bytes.slice(from, to));
    }
    expect((await get(path, { Range: 'bytes=0-1', 'If-Range': '"another"' })).status).toBe(200);
    const outside = await get(path, { Range: 'bytes=1000-' });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
    const head = await server.request('HEAD', path);
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, '1000', etag]);
    expect(await head.text()).toBe('');
  });

  test('opens only the kind of resource it was issued for', async () => {
    const place = await newApplicant(server);
    const { api } = place.person;
    const ids = {
      file: await addFile(place, 'a.pdf', pdfOf(10)),
      evidence: await addEvidence(place, 'b.pdf', pdfOf(20)),
      document: await addDocument(server, 'c.pdf', pdfOf(30)),
    };
    const tokens = {
      file: await api.call('GET file/token', { fileId: ids.file }),
      evidence: await api.call('GET file/evidence_token', { fileId: ids.evidence }),
      document: await api.call('GET document/token', { fileId: ids.document }),
      archive: await api.call('GET file/archive', { id: place.id }),
    };
    const paths = { file: 'file/download', evidence: 'file/download_evidence', document: 'document/download' };
    const fits = [];
    for (const [of, token] of Object.entries(tokens)) {
      for (const [at, path] of Object.entries(paths)) {
        const { status } = await get(downloadAddress(path, token));
        if (status === 200) fits.push(`${of} at ${at}`);
        else expect(status).toBe(404);
      }
    }
    expect(fits).toEqual(['file at file', 'evidence at evidence', 'document at document', 'archive at file']);
    const asked = [];
    for (const [of, fileId] of Object.entries(ids)) {
      asked.push([
        of,
        await outcome(api.call('GET file/token', { fileId })),
        await outcome(api.call('GET file/evidence_token', { fileId })),
        await outcome(api.call('GET document/token', { fileId })),
      ]);
    }
    expect(asked).toEqual([
      ['file', '200', '404 not_found', '404 not_found'],
      ['evidence', '404 not_found', '200', '404 not_found'],
      ['document', '404 not_found', '404 not_found', '200'],
    ]);
  });

  test('must be used within five minutes and then lasts six hours', async () => {
    const place = await newApplicant(server);
    const fileId = await addFile(place, 'a.pdf', pdfOf(100));
    const shift = async (minutes: number) => {
      const { sql } = server.rawDatabase;
      const earlier = (time: string) => new Date(Date.parse(time) - minutes * 60_000).toISOString();
      const rows = await sql<Record<'token_hash' | 'begin_by' | 'expires_at', string>>(
        'SELECT token_hash, begin_by, expires_at FROM download_tokens WHERE object_id = ?',
        fileId,
      );
      for (const { token_hash, begin_by, expires_at } of rows)
        await sql(
          'UPDATE download_tokens SET begin_by = ?, expires_at = ? WHERE token_hash = ?',
          earlier(begin_by),
          earlier(expires_at),
          token_hash,
        );
    };
    const late = downloadAddress('file/download', await place.person.api.call('GET file/token', { fileId }));
    await shift(6);
    expect(await codeOf(get(late))).toEqual([410, 'gone']);
    const begun = downloadAddress('file/download', await place.person.api.call('GET file/token', { fileId }));
    expect((await get(begun)).status).toBe(200);
    await shift(350);
    expect((await get(begun, { Range: 'bytes=5-' })).status).toBe(206);
    await shift(11);
    expect(await codeOf(get(begun, { Range: 'bytes=5-' }))).toEqual([410, 'gone']);
    expect(await codeOf(get('/api/file/download/a.pdf?token=unknown'))).toEqual([404, 'not_found']);
    expect(await codeOf(get('/api/file/download/a.pdf'))).toEqual([400, 'invalid']);
  });

  test('ends with the session or access token that requested it', async () => {
    const place = await newApplicant(server);
    const fileId = await addFile(place, 'a.pdf', pdfOf(100));
    const second = await server.login(place.person.account, place.person.password);
    const path = downloadAddress('file/download', await second.api.call('GET file/token', { fileId }));
    expect((await get(path)).status).toBe(200);
    await second.api.call('POST session/logout', {});
    expect(await codeOf(get(path, { Range: 'bytes=5-' }))).toEqual([410, 'gone']);
    const { id, token } = await place.person.api.call('POST session/create_token', {
      name: 'job',
      scopes: ['export'],
      expiresInDays: 30,
    });
    const job = downloadAddress('file/download', await server.as(token).call('GET file/token', { fileId }));
    expect((await get(job)).status).toBe(200);
    await place.person.api.call('POST session/revoke_token', { id });
    expect(await codeOf(get(job))).toEqual([410, 'gone']);
    const idle = downloadAddress('file/download', await place.person.api.call('GET file/token', { fileId }));
    expect((await get(idle)).status).toBe(200);
    const longAgo = new Date(Date.now() - 12.1 * 3_600_000).toISOString();
    await server.rawDatabase.sql('UPDATE sessions SET last_used_at = ? WHERE user_id = ?', longAgo, place.person.id);
    expect(await codeOf(get(idle, { Range: 'bytes=5-' }))).toEqual([410, 'gone']);
  });

  test('an access token needs the export scope to request it', async () => {
    const place = await newApplicant(server);
    const fileId = await addFile(place, 'a.pdf', pdfOf(100));
    const { token } = await place.person.api.call('POST session/create_token', {
      name: 'job',
      scopes: ['read', 'write'],
      expiresInDays: 30,
    });
    expect(await outcome(server.as(token).call('GET file/token', { fileId }))).toBe('403 forbidden');
    expect(await outcome(server.as(token).call('GET file/list', { id: place.id }))).toBe('200');
  });

  test('is recorded in the audit', async () => {
    const place = await newApplicant(server);
    const fileId = await addFile(place, 'a.pdf', pdfOf(100));
    await place.person.api.call('GET file/token', { fileId });
    await place.person.api.call('GET file/archive', { id: place.id });
    const { items } = await server.admin.api.call('GET audit', { userId: place.person.id });
    expect(items.map(({ action, object }) => [action, object.kind, object.id])).toEqual(
      expect.arrayContaining([
        ['file/token', 'file', fileId],
        ['file/archive', 'assessment', place.id],
      ]),
    );
  });
});

describe('inline display', () => {
  test.each([
    ['a.pdf', pdfOf(50), 'application/pdf', 'inline'],
    ['a.png', png(4, 4), 'image/png', 'inline'],
    [
      'a.zip',
      new Uint8Array(Buffer.from('504b0304140000000000000021000000000000000000000000000100000061', 'hex')),
      'application/zip',
      'attachment',
    ],
  ] as const)('%s', async (name, bytes, type, how) => {
    const place = await newApplicant(server);
    const token = await place.person.api.call('GET file/evidence_token', {
      fileId: await addEvidence(place, name, bytes as Bytes),
    });
    const shown = await get(downloadAddress('file/download_evidence', token, '&inline=true'));
    expect(shown.headers.get('content-type')).toBe(type);
    expect(shown.headers.get('content-disposition')?.split(';')[0]).toBe(how);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    const saved = await get(downloadAddress('file/download_evidence', token, '&inline=false'));
    expect(saved.headers.get('content-disposition')?.split(';')[0]).toBe('attachment');
  });
});

describe('names and types', () => {
  test.each([
    ['quote".pdf', 'quote"'],
    ['semi;colon, comma.pdf', 'semi;colon, comma'],
    ['new\r\nSet-Cookie: a=b.pdf', 'newSet-Cookie: a=b'],
    ['+ ? % # & =.pdf', '+ ? % # & ='],
    ['a/b\\c.pdf', 'a_b_c'],
    ["it's (1)*!.pdf", "it's (1)*!"],
    ['%2e%2e%2f%00.pdf', '%2e%2e%2f%00'],
    ['😀水电站\u202e.pdf', '😀水电站'],
    ['自'.repeat(250), '自'.repeat(200)],
  ])('%j', async (filename, title) => {
    const place = await newApplicant(server);
    const fileId = await addFile(place, filename, pdfOf(30));
    const token = await place.person.api.call('GET file/token', { fileId });
    expect(token.name).toBe(`${title}.pdf`);
    const response = await get(downloadAddress('file/download', token));
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    const encoded = /filename\*=UTF-8''([\w.~%-]+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe(`${title}.pdf`);
  });

  test('the file name in the URL may differ from the stored name', async () => {
    const place = await newApplicant(server);
    const { token } = await place.person.api.call('GET file/token', {
      fileId: await addFile(place, 'a.pdf', pdfOf(30)),
    });
    expect(
      (await get(downloadAddress('file/download', { name: '../../x', token }))).headers.get('content-disposition'),
    ).toContain('a.pdf');
  });

  test('the content decides the type: a PDF named .txt is a PDF, a program named .pdf is refused and deleted', async () => {
    const place = await newApplicant(server);
    await addFile(place, 'notes.txt', pdfOf(40));
    const [kept] = await place.person.api.call('GET file/list', { id: place.id });
    expect([kept?.title, kept?.extension]).toEqual(['notes', 'pdf']);
    const program = new Uint8Array(Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(200)]));
    const metadata = { target: 'file', assessmentId: place.id, category: 'other', filename: 'a.pdf' };
    const location = await place.tus.begin(metadata, program.length);
    // The refusal lists the types that are accepted.
    expect(await refusalOf(place.tus.patch(location, 0, program))).toEqual({
      status: 415,
      code: 'unsupported_type',
      fields: ['filename'],
    });
    expect((await place.tus.head(location)).status).toBe(404);
    expect(await place.person.api.call('GET file/list', { id: place.id })).toHaveLength(1);
  });
});

describe('archive', () => {
  test('contains all files and evidence in folders under unique names, and serves ranges', async () => {
    const place = await newApplicant(server);
    const contents = [pdfOf(1000, 1), pdfOf(2000, 2), pdfOf(3000, 3), pdfOf(4000, 4)] as const;
    await addFile(place, 'a.pdf', contents[0], 'selfReport');
    await addFile(place, 'A.pdf', contents[1], 'selfReport');
    await addEvidence(place, '现场:照片?.pdf', contents[2], '2.1.1');
    await addEvidence(place, 'a.pdf', contents[3], '1.1.1');
    const chinese = server.as(place.person.token, 'zh');
    const token = await chinese.call('GET file/archive', { id: place.id });
    expect(token.name).toMatch(/^GXXSD-\d{4}-\d{6} .+\.zip$/);
    const path = downloadAddress('file/download', token);
    const response = await get(path);
    const whole = await bytesOf(response);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-length')).toBe(String(whole.length));
    const { sections } = await chinese.call('GET assessment/standard', { asm_id: place.id });
    const names = namesIn(Buffer.from(whole));
    expect(names).toEqual([
      '自评报告/a.pdf',
      '自评报告/A (2).pdf',
      `1 ${sections[0]?.title}/1.1.1/a.pdf`,
      `2 ${sections[1]?.title}/2.1.1/现场_照片_.pdf`,
    ]);
    const etag = response.headers.get('etag') ?? '';
    const parts = [];
    for (const range of ['bytes=0-2999', 'bytes=3000-9999', 'bytes=10000-']) {
      const part = await get(path, { Range: range, 'If-Range': etag });
      expect(part.status).toBe(206);
      parts.push(Buffer.from(await part.arrayBuffer()));
    }
    expect(Buffer.concat(parts)).toEqual(Buffer.from(whole));
    await addFile(place, 'new.pdf', pdfOf(10), 'other');
    expect((await get(path, { Range: 'bytes=3000-', 'If-Range': etag })).status).toBe(200);
  });

  test('of an assessment without files is empty', async () => {
    const place = await newApplicant(server);
    const response = await get(
      downloadAddress('file/download', await place.person.api.call('GET file/archive', { id: place.id })),
    );
    expect(Buffer.from(await response.arrayBuffer()).toString('hex')).toBe(`504b0506${'00'.repeat(18)}`);
  });
});

/** The file names in an archive's central directory. */
function namesIn(zip: Buffer): string[] {
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const length = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    at += 46 + length;
    return name;
  });
}
