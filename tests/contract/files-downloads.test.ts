import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png } from '../journey/materials.ts';
import { type Contract, type Person, startContract } from './harness.ts';
import { addExpert, addManager, addStation, COUNTY, FAR_COUNTY } from './people.ts';
import { outcome } from './strictClient.ts';
import { type Bytes, pdfOf, sha256, Tus } from './tus.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

type Place = { person: Person; id: string; tus: Tus };
async function applicant(): Promise<Place> {
  const person = await addStation(server, COUNTY);
  const { id } = await person.api.call('POST assessment/add_assessment', { level: 3 });
  return { person, id, tus: Tus.of(server, person) };
}

const file = (place: Place, filename: string, bytes: Bytes, category = 'other') =>
  place.tus.upload({ target: 'file', assessmentId: place.id, category, filename }, bytes);
const evidence = (place: Place, filename: string, bytes: Bytes, serial = '1.1.1') =>
  place.tus.upload({ target: 'evidence', assessmentId: place.id, serial, filename }, bytes);
const document = (filename: string, bytes: Bytes, roles = '') =>
  Tus.of(server, server.admin).upload({ target: 'document', roles, filename }, bytes);

/** The address of a download, its name escaped as CONTRACT.md has it. */
const address = (path: string, { name, token }: { name: string; token: string }, more = '') =>
  `/api/${path}/${encodeURIComponent(name)}?token=${token}${more}`;
const get = (path: string, headers: Record<string, string> = {}) => server.request('GET', path, { headers });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const codeOf = async (response: Promise<Response>) => {
  const answer = await response;
  return [answer.status, ((await answer.json()) as { code: string }).code];
};

describe('a token', () => {
  test('leads to the bytes, told whole before the first of them', async () => {
    const place = await applicant();
    const bytes = pdfOf(100_000);
    const fileId = await file(place, '自评报告（终稿）.pdf', bytes);
    const token = await place.person.api.call('GET file/token', { fileId });
    expect(token.name).toBe('自评报告（终稿）.pdf');
    const minutes = (Date.parse(token.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(4.9);
    expect(minutes).toBeLessThanOrEqual(5);
    const response = await get(address('file/download', token));
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

  test('gives ranges, and a HEAD the same headers without bytes', async () => {
    const place = await applicant();
    const bytes = pdfOf(1000);
    const path = address(
      'file/download',
      await place.person.api.call('GET file/token', { fileId: await file(place, 'a.pdf', bytes) }),
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

  test('of one kind is none of another', async () => {
    const place = await applicant();
    const { api } = place.person;
    const ids = {
      file: await file(place, 'a.pdf', pdfOf(10)),
      evidence: await evidence(place, 'b.pdf', pdfOf(20)),
      document: await document('c.pdf', pdfOf(30)),
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
        const { status } = await get(address(path, token));
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

  test('must be used in five minutes, and then for six hours', async () => {
    const place = await applicant();
    const fileId = await file(place, 'a.pdf', pdfOf(100));
    const shift = async (minutes: number) => {
      const { sql } = server.behind;
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
    const late = address('file/download', await place.person.api.call('GET file/token', { fileId }));
    await shift(6);
    expect(await codeOf(get(late))).toEqual([410, 'gone']);
    const begun = address('file/download', await place.person.api.call('GET file/token', { fileId }));
    expect((await get(begun)).status).toBe(200);
    await shift(350);
    expect((await get(begun, { Range: 'bytes=5-' })).status).toBe(206);
    await shift(11);
    expect(await codeOf(get(begun, { Range: 'bytes=5-' }))).toEqual([410, 'gone']);
    expect(await codeOf(get('/api/file/download/a.pdf?token=unknown'))).toEqual([404, 'not_found']);
    expect(await codeOf(get('/api/file/download/a.pdf'))).toEqual([400, 'invalid']);
  });

  test('ends with the session, or the access token, that asked for it', async () => {
    const place = await applicant();
    const fileId = await file(place, 'a.pdf', pdfOf(100));
    const second = await server.login(place.person.account, place.person.password);
    const path = address('file/download', await second.api.call('GET file/token', { fileId }));
    expect((await get(path)).status).toBe(200);
    await second.api.call('POST session/logout', {});
    expect(await codeOf(get(path, { Range: 'bytes=5-' }))).toEqual([410, 'gone']);
    const { id, token } = await place.person.api.call('POST session/create_token', {
      name: 'job',
      scopes: ['export'],
      expiresInDays: 30,
    });
    const job = address('file/download', await server.as(token).call('GET file/token', { fileId }));
    expect((await get(job)).status).toBe(200);
    await place.person.api.call('POST session/revoke_token', { id });
    expect(await codeOf(get(job))).toEqual([410, 'gone']);
  });

  test('needs export of an access token', async () => {
    const place = await applicant();
    const fileId = await file(place, 'a.pdf', pdfOf(100));
    const { token } = await place.person.api.call('POST session/create_token', {
      name: 'job',
      scopes: ['read', 'write'],
      expiresInDays: 30,
    });
    expect(await outcome(server.as(token).call('GET file/token', { fileId }))).toBe('403 forbidden');
    expect(await outcome(server.as(token).call('GET file/list', { id: place.id }))).toBe('200');
  });

  test('is told in the audit', async () => {
    const place = await applicant();
    const fileId = await file(place, 'a.pdf', pdfOf(100));
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

describe('in place', () => {
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
    const place = await applicant();
    const token = await place.person.api.call('GET file/evidence_token', {
      fileId: await evidence(place, name, bytes as Bytes),
    });
    const shown = await get(address('file/download_evidence', token, '&inline=true'));
    expect(shown.headers.get('content-type')).toBe(type);
    expect(shown.headers.get('content-disposition')?.split(';')[0]).toBe(how);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    const saved = await get(address('file/download_evidence', token, '&inline=false'));
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
    const place = await applicant();
    const fileId = await file(place, filename, pdfOf(30));
    const token = await place.person.api.call('GET file/token', { fileId });
    expect(token.name).toBe(`${title}.pdf`);
    const response = await get(address('file/download', token));
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    const encoded = /filename\*=UTF-8''([\w.~%-]+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe(`${title}.pdf`);
  });

  test('the name in the address need not be the file’s', async () => {
    const place = await applicant();
    const { token } = await place.person.api.call('GET file/token', { fileId: await file(place, 'a.pdf', pdfOf(30)) });
    expect(
      (await get(address('file/download', { name: '../../x', token }))).headers.get('content-disposition'),
    ).toContain('a.pdf');
  });

  test('content decides: a PDF named .txt is a PDF, a program named .pdf is refused and leaves nothing', async () => {
    const place = await applicant();
    await file(place, 'notes.txt', pdfOf(40));
    const [kept] = await place.person.api.call('GET file/list', { id: place.id });
    expect([kept?.title, kept?.extension]).toEqual(['notes', 'pdf']);
    const program = new Uint8Array(Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(200)]));
    const metadata = { target: 'file', assessmentId: place.id, category: 'other', filename: 'a.pdf' };
    const location = await place.tus.begin(metadata, program.length);
    expect(await codeOf(place.tus.patch(location, 0, program))).toEqual([415, 'unsupported_type']);
    expect((await place.tus.head(location)).status).toBe(404);
    expect(await place.person.api.call('GET file/list', { id: place.id })).toHaveLength(1);
  });
});

describe('lists', () => {
  test('the categories, in the reader’s language', async () => {
    const english = await server.admin.api.call('GET file/category', {});
    const chinese = await server.as(server.admin.token, 'zh').call('GET file/category', {});
    expect(english.map(({ id, required }) => [id, required])).toEqual([
      ['applicationForm', 'always'],
      ['selfReport', 'always'],
      ['businessLicence', 'always'],
      ['waterPermit', 'always'],
      ['acceptance', 'always'],
      ['ecologicalFlow', 'always'],
      ['staffCertificates', 'always'],
      ['emergencyPlan', 'always'],
      ['damRegistration', 'reservoir'],
      ['gridOrPowerPermit', 'no'],
      ['twoTickets', 'no'],
      ['photographs', 'no'],
      ['other', 'no'],
    ]);
    expect(english[1]?.title).toBe('Self-assessment report');
    expect(chinese[1]?.title).toMatch(/自评/);
  });

  test('files and evidence apart, evidence by chapter, newest first', async () => {
    const place = await applicant();
    const { api } = place.person;
    const first = await file(place, 'a.pdf', pdfOf(10));
    const second = await file(place, 'b.pdf', pdfOf(20));
    const one = await evidence(place, 'c.pdf', pdfOf(30), '1.1.1');
    const two = await evidence(place, 'd.pdf', pdfOf(40), '2.1.1');
    expect((await api.call('GET file/list', { id: place.id })).map(({ id }) => id)).toEqual([second, first]);
    expect(await api.call('GET file/evidence', { asmId: place.id, serial1: '1' })).toMatchObject([
      { id: one, s1: '1', serial: '1.1.1' },
    ]);
    expect((await api.call('GET file/evidence', { asmId: place.id, serial1: '2' })).map(({ id }) => id)).toEqual([two]);
    expect(await outcome(api.call('GET file/evidence', { asmId: place.id, serial1: '99' }))).toBe('400 invalid');
    const titles = await api.call('GET assessment/standard/serial1/titles', { id: place.id });
    expect(titles.map(({ serial, evidence: count }) => [serial, count]).slice(0, 3)).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 0],
    ]);
  });

  test('sizes of what the caller may see, each once', async () => {
    const place = await applicant();
    const other = await applicant();
    const own = await file(place, 'a.pdf', pdfOf(11));
    const seen = await evidence(place, 'b.pdf', pdfOf(22));
    const foreign = await file(other, 'c.pdf', pdfOf(33));
    const open = await document('d.pdf', pdfOf(44));
    const closed = await document('e.pdf', pdfOf(55), 'expert');
    const fileIds = [own, seen, foreign, open, closed, own, 'none'];
    expect(await place.person.api.call('POST file/query_file_size', { fileIds })).toEqual({
      total: 77,
      items: [
        { id: own, size: 11 },
        { id: seen, size: 22 },
        { id: open, size: 44 },
      ],
    });
    expect((await server.admin.api.call('POST file/query_file_size', { fileIds })).total).toBe(165);
  });

  test('nobody outside the scope', async () => {
    const place = await applicant();
    const fileId = await file(place, 'a.pdf', pdfOf(10));
    const far = await addManager(server, 'county_manager', FAR_COUNTY);
    const near = await addManager(server, 'county_manager', COUNTY);
    const expert = await addExpert(server);
    const ministry = await addManager(server, 'ministry_manager');
    const calls = async ({ api }: Person) => [
      await outcome(api.call('GET file/list', { id: place.id })),
      await outcome(api.call('GET file/evidence', { asmId: place.id, serial1: '1' })),
      await outcome(api.call('GET file/token', { fileId })),
      await outcome(api.call('GET file/archive', { id: place.id })),
      await outcome(api.call('POST file/delete?', { id: fileId })),
    ];
    const none = '404 not_found';
    const never = '403 forbidden';
    expect(await calls(far)).toEqual([none, none, none, none, never]);
    expect(await calls(expert)).toEqual([none, none, none, none, never]);
    expect(await calls(ministry)).toEqual([never, never, never, never, never]);
    expect(await calls((await applicant()).person)).toEqual([none, none, none, none, none]);
    expect(await calls(near)).toEqual(['200', '200', '200', '200', never]);
    expect(await calls(server.admin)).toEqual(['200', '200', '200', '200', '200']);
  });
});

describe('a deletion', () => {
  const setStatus = (id: string, status: string) =>
    server.behind.sql('UPDATE assessments SET status = ? WHERE id = ?', status, id);

  test('takes a file off, and its bytes', async () => {
    const place = await applicant();
    const { api } = place.person;
    const fileId = await file(place, 'a.pdf', pdfOf(10));
    const path = address('file/download', await api.call('GET file/token', { fileId }));
    expect(await outcome(api.call('POST file/delete_evidence?', { fileId }))).toBe('404 not_found');
    await api.call('POST file/delete?', { id: fileId });
    expect(await api.call('GET file/list', { id: place.id })).toEqual([]);
    expect((await get(path)).status).toBe(404);
    expect(await outcome(api.call('POST file/delete?', { id: fileId }))).toBe('404 not_found');
    const { items } = await server.admin.api.call('GET audit', { action: 'file/delete', userId: place.person.id });
    expect(items).toMatchObject([{ object: { kind: 'file', id: fileId, name: 'a.pdf' } }]);
  });

  test('leaves what a submission names to those who read its copy', async () => {
    const place = await applicant();
    const { api } = place.person;
    const fileId = await evidence(place, 'a.pdf', pdfOf(10));
    await server.behind.sql(
      "INSERT INTO submissions (assessment_id, no, at, form, scores, files) VALUES (?, 1, ?, '{}', '[]', ?)",
      place.id,
      new Date().toISOString(),
      JSON.stringify([{ id: fileId, title: 'a' }]),
    );
    await api.call('POST file/delete_evidence?', { fileId });
    expect(await api.call('GET file/evidence', { asmId: place.id, serial1: '1' })).toEqual([]);
    const token = await api.call('GET file/evidence_token', { fileId });
    expect((await bytesOf(await get(address('file/download_evidence', token)))).length).toBe(10);
    expect(await outcome(api.call('POST file/delete_evidence?', { fileId }))).toBe('404 not_found');
  });

  test('is refused where files are frozen', async () => {
    const place = await applicant();
    const id = await file(place, 'a.pdf', pdfOf(10));
    await setStatus(place.id, 'submitted');
    for (const person of [place.person, server.admin])
      expect(await outcome(person.api.call('POST file/delete?', { id }))).toBe('409 transition_not_allowed');
    await setStatus(place.id, 'returned');
    expect(await outcome(server.admin.api.call('POST file/delete?', { id }))).toBe('200');
  });
});

describe('documents', () => {
  test('are read by the roles they name, by all where they name none, always by those who keep them', async () => {
    const open = await document('open.pdf', pdfOf(10));
    const some = await document('some.pdf', pdfOf(20), 'expert,supervisor');
    const people = [
      server.admin,
      await addManager(server, 'province_manager', '450000'),
      await addManager(server, 'ministry_manager'),
      await addExpert(server),
      await addStation(server, COUNTY),
    ];
    const seen = [];
    for (const { role, api } of people) {
      const { items, total } = await api.call('GET document/list', { size: 200 });
      const ids = items.map(({ id }) => id).filter((id) => id === open || id === some);
      expect(total).toBe(items.length);
      seen.push([
        role,
        ids.length,
        await outcome(api.call('GET document/token', { fileId: some })),
        await outcome(api.call('POST document/update_roles', { fileId: some, roles: ['expert', 'supervisor'] })),
      ]);
    }
    expect(seen).toEqual([
      ['admin', 2, '200', '200'],
      ['province_manager', 2, '200', '200'],
      ['ministry_manager', 1, '404 not_found', '403 forbidden'],
      ['expert', 2, '200', '403 forbidden'],
      ['station', 1, '404 not_found', '403 forbidden'],
    ]);
  });

  test('change their roles, and go', async () => {
    const fileId = await document('roles.pdf', pdfOf(10), 'expert');
    const station = await addStation(server, COUNTY);
    const { api } = server.admin;
    expect(await outcome(station.api.call('GET document/token', { fileId }))).toBe('404 not_found');
    expect(await api.call('POST document/update_roles', { fileId, roles: [] })).toMatchObject({
      id: fileId,
      title: 'roles',
      roles: [],
    });
    const token = await station.api.call('GET document/token', { fileId });
    expect(await outcome(api.call('POST document/update_roles', { fileId: 'none', roles: [] }))).toBe('404 not_found');
    await api.call('POST document/delete?', { fileId });
    expect((await get(address('document/download', token))).status).toBe(404);
    expect(await outcome(station.api.call('GET document/token', { fileId }))).toBe('404 not_found');
    const { items } = await api.call('GET audit', { action: 'document/update_roles' });
    expect(items.find(({ object }) => object.id === fileId)?.changes).toEqual({ roles: [['expert'], []] });
  });

  test('walk by pages, newest first, oldest first where asked', async () => {
    const ids = [];
    for (const name of ['1.pdf', '2.pdf', '3.pdf']) ids.push(await document(name, pdfOf(10)));
    const { api } = server.admin;
    const newest = await api.call('GET document/list', { page: 1, size: 2 });
    expect(newest.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const next = await api.call('GET document/list', { page: 2, size: 1, desc: true });
    expect(next.items.map(({ id }) => id)).toEqual([ids[1]]);
    const oldest = await api.call('GET document/list', { page: 1, size: 200, desc: false });
    expect(oldest.items.map(({ id }) => id).slice(-3)).toEqual(ids);
  });
});

describe('an archive', () => {
  test('holds all files and evidence in folders, under names of their own; ranges of it fit together', async () => {
    const place = await applicant();
    const contents = [pdfOf(1000, 1), pdfOf(2000, 2), pdfOf(3000, 3), pdfOf(4000, 4)] as const;
    await file(place, 'a.pdf', contents[0], 'selfReport');
    await file(place, 'A.pdf', contents[1], 'selfReport');
    await evidence(place, '现场:照片?.pdf', contents[2], '2.1.1');
    await evidence(place, 'a.pdf', contents[3], '1.1.1');
    const chinese = server.as(place.person.token, 'zh');
    const token = await chinese.call('GET file/archive', { id: place.id });
    expect(token.name).toMatch(/^GXXSD-\d{4}-\d{6} .+\.zip$/);
    const path = address('file/download', token);
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
    await file(place, 'new.pdf', pdfOf(10), 'other');
    expect((await get(path, { Range: 'bytes=3000-', 'If-Range': etag })).status).toBe(200);
  });

  test('of no file is an empty one', async () => {
    const place = await applicant();
    const response = await get(
      address('file/download', await place.person.api.call('GET file/archive', { id: place.id })),
    );
    expect(Buffer.from(await response.arrayBuffer()).toString('hex')).toBe(`504b0506${'00'.repeat(18)}`);
  });
});

/** The names in an archive's directory. */
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
