import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storedOf } from '../stored.ts';
import { type Contract, type Person, startContract } from './harness.ts';
import { addManager, addStation, COUNTY, NEIGHBOUR } from './people.ts';
import { outcome } from './strictClient.ts';
import { pdfOf, sha256, Tus } from './tus.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

type Applicant = { person: Person; id: string; tus: Tus; file: Record<string, string> };

/** A station with a draft, ready to upload. */
async function applicant(): Promise<Applicant> {
  const person = await addStation(server, COUNTY);
  const { id } = await person.api.call('POST assessment/add_assessment', { level: 3 });
  const file = { target: 'file', assessmentId: id, category: 'selfReport', filename: 'report.pdf' };
  return { person, id, tus: Tus.of(server, person), file };
}

const list = ({ person, id }: Applicant) => person.api.call('GET file/list', { id });
const setStatus = (id: string, status: string) =>
  server.behind.sql('UPDATE assessments SET status = ? WHERE id = ?', status, id);
const state = async (response: Promise<Response>) => {
  const { status, headers } = await response;
  return { status, offset: headers.get('Upload-Offset'), file: headers.get('File-Id') };
};
const errorOf = async (response: Promise<Response>) => {
  const answer = await response;
  const { code, fields } = (await answer.json()) as { code: string; fields?: Record<string, string> };
  return { status: answer.status, code, fields: Object.keys(fields ?? {}) };
};

describe('an upload', () => {
  test('in pieces, over a line that breaks, becomes a file once its last byte is there', async () => {
    const station = await applicant();
    const { tus, file, person } = station;
    const bytes = pdfOf(3_000_000);
    const location = await tus.begin(file, bytes.length);
    expect(location).toMatch(/^\/api\/upload\/\w+$/);
    expect(await state(tus.head(location))).toEqual({ status: 200, offset: '0', file: null });
    expect(await state(tus.patch(location, 0, bytes.slice(0, 1_000_000)))).toEqual({
      status: 204,
      offset: '1000000',
      file: null,
    });
    const line = await tus.hold(location, 1_000_000, 2_000_000, bytes.slice(1_000_000, 1_700_000));
    await line.cut();
    const kept = Number((await tus.head(location)).headers.get('Upload-Offset'));
    expect(kept).toBeGreaterThanOrEqual(1_000_000);
    expect(kept).toBeLessThanOrEqual(1_700_000);
    expect(await list(station)).toEqual([]);
    const last = await state(tus.patch(location, kept, bytes.slice(kept)));
    expect(last).toEqual({ status: 204, offset: '3000000', file: expect.any(String) });
    expect(await state(tus.head(location))).toEqual({ ...last, status: 200 });
    expect(await list(station)).toEqual([
      {
        id: last.file,
        title: 'report',
        extension: 'pdf',
        category: 'selfReport',
        size: bytes.length,
        sha256: sha256(bytes),
        uploadedAt: expect.any(String),
        by: { id: person.id, name: expect.any(String) },
      },
    ]);
  });

  test('sent with its creation is a file at once', async () => {
    const station = await applicant();
    const bytes = pdfOf(500);
    const id = await station.tus.upload({ ...station.file, target: 'file' }, bytes);
    expect((await list(station)).map((file) => file.id)).toEqual([id]);
  });

  test('is told when it runs out, and is gone then', async () => {
    const { tus, file } = await applicant();
    const created = await tus.create(file, 100);
    const location = created.headers.get('Location') ?? '';
    const end = Date.parse(created.headers.get('Upload-Expires') ?? '') - Date.now();
    expect(Math.abs(end - 24 * 3_600_000)).toBeLessThan(60_000);
    const ended = new Date(Date.now() - 1000).toISOString();
    await server.behind.sql('UPDATE uploads SET expires_at = ? WHERE id = ?', ended, location.split('/').at(-1) ?? '');
    expect((await tus.head(location)).status).toBe(410);
    expect(await errorOf(tus.patch(location, 0, pdfOf(100)))).toEqual({ status: 410, code: 'gone', fields: [] });
  });

  test('can be ended, which frees what it had reserved', async () => {
    const station = await applicant();
    const location = await station.tus.begin(station.file, 1000);
    await station.tus.patch(location, 0, pdfOf(400));
    expect((await station.tus.end(location)).status).toBe(204);
    expect((await station.tus.head(location)).status).toBe(404);
    expect((await station.tus.end(location)).status).toBe(404);
    expect(await server.behind.sql('SELECT id FROM uploads WHERE assessment_id = ?', station.id)).toEqual([]);
  });

  test('that is finished stays: its end is refused, the file is deleted by its own call', async () => {
    const station = await applicant();
    const location = await station.tus.begin(station.file, 1000);
    await station.tus.patch(location, 0, pdfOf(1000));
    expect(await errorOf(station.tus.end(location))).toEqual({ status: 409, code: 'conflict', fields: [] });
    expect(await list(station)).toHaveLength(1);
  });

  test('is nobody else’s, not even an administrator’s', async () => {
    const station = await applicant();
    const location = await station.tus.begin(station.file, 1000);
    const other = await applicant();
    for (const tus of [other.tus, Tus.of(server, server.admin)]) {
      expect((await tus.head(location)).status).toBe(404);
      expect((await tus.patch(location, 0, pdfOf(1000))).status).toBe(404);
      expect((await tus.end(location)).status).toBe(404);
    }
    expect(await state(station.tus.head(location))).toEqual({ status: 200, offset: '0', file: null });
  });

  test('whose last bytes come twice at the same time becomes one file', async () => {
    const station = await applicant();
    const bytes = pdfOf(200_000);
    const location = await station.tus.begin(station.file, bytes.length);
    await station.tus.patch(location, 0, bytes.slice(0, 150_000));
    const last = await Promise.all(
      [1, 2, 3].map(() => state(station.tus.patch(location, 150_000, bytes.slice(150_000)))),
    );
    const files = await list(station);
    expect(files.map((file) => file.sha256)).toEqual([sha256(bytes)]);
    expect(last.filter(({ status }) => status === 204)).toContainEqual({
      status: 204,
      offset: '200000',
      file: files[0]?.id,
    });
    for (const { status } of last) expect([204, 409]).toContain(status);
    expect(await state(station.tus.head(location))).toEqual({ status: 200, offset: '200000', file: files[0]?.id });
  });

  test('whose line is dead but not closed goes on over another', async () => {
    const station = await applicant();
    const bytes = pdfOf(10_000_000);
    const location = await station.tus.begin(station.file, bytes.length);
    const dead = await station.tus.hold(location, 0, bytes.length, bytes.slice(0, 5_000_000));
    const stored = storedOf(server.data);
    const id = location.split('/').at(-1) ?? '';
    await vi.waitFor(async () => expect(await stored.partSize(id)).toBeGreaterThan(4_000_000), { timeout: 20_000 });
    const { status, offset, file } = await state(station.tus.head(location));
    expect({ status, file }).toEqual({ status: 200, file: null });
    expect(Number(offset)).toBeGreaterThan(4_000_000);
    expect(Number(offset)).toBeLessThanOrEqual(5_000_000);
    expect((await station.tus.patch(location, Number(offset), bytes.slice(Number(offset)))).status).toBe(204);
    await dead.cut();
    expect((await list(station)).map((file) => file.sha256)).toEqual([sha256(bytes)]);
  });

  test('keeps its creator from submitting while it runs', async () => {
    const { person, id, tus, file } = await applicant();
    const problems = async () => {
      const answer = await person.api.call('GET assessment/validate_station_submit', { id });
      return answer.problems
        .filter(({ part }) => part === 'file')
        .map(({ code, field, serial }) => [code, field ?? serial]);
    };
    const location = await tus.begin(file, 1000);
    await tus.begin({ target: 'evidence', assessmentId: id, serial: '1.1.1', filename: 'a.pdf' }, 1000);
    expect(await problems()).toEqual(
      expect.arrayContaining([
        ['uploadUnfinished', 'selfReport'],
        ['evidenceUnfinished', '1.1.1'],
      ]),
    );
    await tus.patch(location, 0, pdfOf(1000));
    const after = (await problems()).map(([, place]) => place);
    expect(after).not.toContain('selfReport');
    expect(after).toContain('1.1.1');
  });

  test('goes on after the server was killed', async () => {
    const own = await startContract();
    const person = await addStation(own, COUNTY);
    const { id } = await person.api.call('POST assessment/add_assessment', { level: 3 });
    const bytes = pdfOf(1_000_000);
    const first = Tus.of(own, person);
    const location = await first.begin(
      { target: 'file', assessmentId: id, category: 'other', filename: 'a.pdf' },
      bytes.length,
    );
    await first.patch(location, 0, bytes.slice(0, 600_000));
    await own.kill9();
    const again = await startContract(['--no-captcha'], own.data);
    try {
      const tus = Tus.of(again, person);
      expect((await tus.head(location)).headers.get('Upload-Offset')).toBe('600000');
      await tus.patch(location, 600_000, bytes.slice(600_000));
      expect((await again.as(person.token).call('GET file/list', { id })).map((file) => file.sha256)).toEqual([
        sha256(bytes),
      ]);
    } finally {
      await again.stop();
      await own.stop();
    }
  });
});

describe('what is checked again at the end', () => {
  test('frozen meanwhile: 409, and nothing stays', async () => {
    const station = await applicant();
    const location = await station.tus.begin(station.file, 1000);
    await station.tus.patch(location, 0, pdfOf(500));
    await setStatus(station.id, 'withdrawn');
    expect(await errorOf(station.tus.patch(location, 500, pdfOf(1000).slice(500)))).toEqual({
      status: 409,
      code: 'transition_not_allowed',
      fields: ['status'],
    });
    expect((await station.tus.head(location)).status).toBe(404);
    expect(await list(station)).toEqual([]);
  });

  test('quota lowered meanwhile: 413', async () => {
    const station = await applicant();
    const location = await station.tus.begin(station.file, 1_500_000);
    await server.admin.api.call('POST system/update_settings', { maxAssessmentMB: 1 });
    const answer = await errorOf(station.tus.patch(location, 0, pdfOf(1_500_000)));
    await server.admin.api.call('POST system/update_settings', { maxAssessmentMB: 2048 });
    expect(answer).toEqual({ status: 413, code: 'too_large', fields: [] });
    expect((await station.tus.head(location)).status).toBe(404);
  });
});

describe('limits', () => {
  const MB = 2 ** 20;
  test('what two uploads begun at once would take together is counted together', async () => {
    const station = await applicant();
    await server.admin.api.call('POST system/update_settings', { maxAssessmentMB: 1 });
    const answers = await Promise.all([1, 2].map(() => station.tus.create(station.file, Math.ceil(0.6 * MB))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 413]);
    const location = answers.find(({ status }) => status === 201)?.headers.get('Location') ?? '';
    expect((await station.tus.create(station.file, Math.floor(0.4 * MB))).status).toBe(201);
    expect((await station.tus.create(station.file, MB)).status).toBe(413);
    await station.tus.end(location);
    expect((await station.tus.create(station.file, Math.ceil(0.6 * MB))).status).toBe(201);
    await server.admin.api.call('POST system/update_settings', { maxAssessmentMB: 2048 });
  });

  test('a file above the limit is refused before any byte, one of just that size is not', async () => {
    const station = await applicant();
    await server.admin.api.call('POST system/update_settings', { maxFileMB: 1 });
    expect(await errorOf(station.tus.create(station.file, MB + 1))).toEqual({
      status: 413,
      code: 'too_large',
      fields: [],
    });
    expect((await station.tus.create(station.file, MB)).status).toBe(201);
    const document = { target: 'document', roles: '', filename: 'a.pdf' };
    expect((await Tus.of(server, server.admin).create(document, MB + 1)).status).toBe(413);
    await server.admin.api.call('POST system/update_settings', { maxFileMB: 200 });
  });

  test('1,200 creations an account an hour', async () => {
    const station = await applicant();
    await station.tus.begin(station.file, 100);
    await server.behind.sql('UPDATE hits SET count = 1200 WHERE bucket LIKE ?', `uploads:${station.person.id}@%`);
    const refused = await station.tus.create(station.file, 100);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await (await applicant()).tus.create(station.file, 100)).status).toBe(404);
  });

  test('more bytes than were announced: 413, and those before stay', async () => {
    const station = await applicant();
    const location = await station.tus.begin(station.file, 1000);
    expect((await station.tus.patch(location, 0, pdfOf(1001))).status).toBe(413);
    expect((await station.tus.patch(location, 0, pdfOf(1000))).status).toBe(204);
  });
});

describe('who may upload what', () => {
  test('roles', async () => {
    const station = await applicant();
    const evidence = { target: 'evidence', assessmentId: station.id, serial: '1.1.1', filename: 'a.pdf' };
    const document = { target: 'document', roles: 'expert,station', filename: 'a.pdf' };
    const province = await addManager(server, 'province_manager', '450000');
    const county = await addManager(server, 'county_manager', COUNTY);
    const other = await addStation(server, NEIGHBOUR);
    const table = [
      [station.person, 201, 201, 403],
      [server.admin, 201, 201, 201],
      [province, 403, 403, 201],
      [county, 403, 403, 403],
      [other, 404, 404, 403],
    ] as const;
    for (const [person, ...expected] of table) {
      const tus = Tus.of(server, person);
      const answers = [];
      for (const metadata of [station.file, evidence, document]) answers.push((await tus.create(metadata, 10)).status);
      expect([person.role, ...answers]).toEqual([person.role, ...expected]);
    }
    expect((await new Tus(server, '').create(document, 10)).status).toBe(401);
  });

  test('an access token needs write, and then lists nothing', async () => {
    const station = await applicant();
    const { session: _session, ...scopes } = { session: 0, read: 403, export: 403, write: 201 };
    for (const [scope, status] of Object.entries(scopes)) {
      const input = { name: scope, scopes: [scope as 'write'], expiresInDays: 7 };
      const { token } = await station.person.api.call('POST session/create_token', input);
      const answer = await new Tus(server, token).create(station.file, 10);
      expect([scope, answer.status]).toEqual([scope, status]);
      if (scope !== 'write') continue;
      expect(answer.headers.get('Token-Expires')).not.toBeNull();
      expect(await outcome(server.as(token).call('GET file/list', { id: station.id }))).toBe('403 forbidden');
    }
  });

  test('nobody with an initial password', async () => {
    const { initialPassword = '' } = await server.admin.api.call('POST user/add_supervisor', {
      account: 'upload-initial',
      profile: { name: '示例', contact: '示例', phone: '13900000000' },
    });
    const person = await server.login('upload-initial', initialPassword);
    expect(await errorOf(Tus.of(server, person).create({}, 10))).toMatchObject({ status: 403, code: 'forbidden' });
    const reset = await applicant();
    const { initialPassword: again } = await server.admin.api.call('POST user/reset_password', { id: reset.person.id });
    const back = await server.login(reset.person.account, again);
    expect(await errorOf(Tus.of(server, back).create(reset.file, 10))).toMatchObject({
      status: 403,
      code: 'password_change_required',
    });
  });

  test.each(['submitted', 'first_passed', 'reviewing', 'reviewed', 'passed', 'failed', 'withdrawn', 'revoked'])(
    'no file in %s',
    async (status) => {
      const station = await applicant();
      await setStatus(station.id, status);
      const refused = { status: 409, code: 'transition_not_allowed', fields: ['status'] };
      expect(await errorOf(station.tus.create(station.file, 10))).toEqual(refused);
      expect(await errorOf(Tus.of(server, server.admin).create(station.file, 10))).toEqual(refused);
      await setStatus(station.id, 'returned');
      expect((await station.tus.create(station.file, 10)).status).toBe(201);
    },
  );
});

describe('what is wrong with a request', () => {
  const drop = (metadata: Record<string, string>, key: string) =>
    Object.fromEntries(Object.entries(metadata).filter(([one]) => one !== key));

  test('metadata', async () => {
    const { tus, file } = await applicant();
    const evidence = { target: 'evidence', assessmentId: file.assessmentId ?? '', serial: '1.1.1', filename: 'a.pdf' };
    const table: [Record<string, string>, string[]][] = [
      [drop(file, 'target'), ['target']],
      [{ ...file, target: 'picture' }, ['target']],
      [drop(file, 'assessmentId'), ['assessmentId']],
      [{ ...file, category: 'poem' }, ['category']],
      [drop(file, 'filename'), ['filename']],
      [{ ...file, filename: '' }, ['filename']],
      [{ ...file, filename: 'x'.repeat(256) }, ['filename']],
      [{ ...file, serial: '1.1.1' }, ['serial']],
      [{ ...file, colour: 'red' }, ['colour']],
      [{ ...evidence, serial: '9.9.9' }, ['serial']],
      [{ ...evidence, serial: '__proto__' }, ['serial']],
    ];
    for (const [metadata, fields] of table)
      expect([metadata, await errorOf(tus.create(metadata, 10))]).toEqual([
        metadata,
        { status: 400, code: 'invalid', fields },
      ]);
    const document = { target: 'document', roles: 'expert,king', filename: 'a.pdf' };
    expect(await errorOf(Tus.of(server, server.admin).create(document, 10))).toEqual({
      status: 400,
      code: 'invalid',
      fields: ['roles'],
    });
    expect((await tus.create({ ...file, assessmentId: 'nobody' }, 10)).status).toBe(404);
  });

  test('headers', async () => {
    const { tus, file } = await applicant();
    const location = await tus.begin(file, 100);
    const wrong = (...fields: string[]) => ({ status: 400, code: 'invalid', fields });
    expect(await errorOf(tus.create(file, null))).toEqual(wrong('Upload-Length'));
    expect(await errorOf(tus.create(file, 0))).toEqual(wrong('Upload-Length'));
    expect(await errorOf(tus.create(file, -1))).toEqual(wrong('Upload-Length'));
    expect(await errorOf(tus.create(file, null, { 'Upload-Defer-Length': '1' }))).toEqual(wrong('Upload-Length'));
    expect(await errorOf(tus.create(file, 10, { 'Upload-Metadata': 'target !!!' }))).toEqual(wrong('Upload-Metadata'));
    expect(await errorOf(tus.create(file, 10, { 'Tus-Resumable': '0.2.2' }))).toEqual({
      status: 412,
      code: 'precondition_failed',
      fields: ['Tus-Resumable'],
    });
    expect(await errorOf(tus.patch(location, 0, pdfOf(10), { 'Content-Type': 'text/plain' }))).toEqual(
      wrong('Content-Type'),
    );
    expect(await errorOf(tus.patch(location, 5, pdfOf(10)))).toEqual({
      status: 409,
      code: 'conflict',
      fields: ['Upload-Offset'],
    });
    expect((await tus.patch('/api/upload/none', 0, pdfOf(10))).status).toBe(404);
    expect((await tus.patch('/api/upload/..%2f..%2fshp.sqlite', 0, pdfOf(10))).status).toBe(404);
  });

  test('other methods are 405; OPTIONS tells what is spoken', async () => {
    const { tus } = await applicant();
    for (const path of ['/api/upload', '/api/upload/x']) {
      expect((await tus.send('GET', path, {})).status).toBe(405);
      expect((await tus.send('PUT', path, {})).status).toBe(405);
    }
    const { status, headers } = await server.request('OPTIONS', '/api/upload');
    expect(status).toBe(204);
    expect(headers.get('Tus-Version')).toBe('1.0.0');
    expect(headers.get('Tus-Extension')).toBe('creation,creation-with-upload,termination,expiration');
    expect(headers.get('Tus-Max-Size')).toBe(String(200 * 2 ** 20));
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

test('the audit tells of every finished upload', async () => {
  const station = await applicant();
  const bytes = pdfOf(700);
  const id = await station.tus.upload(station.file, bytes);
  const { items } = await server.admin.api.call('GET audit', { action: 'upload', userId: station.person.id });
  expect(items).toMatchObject([
    {
      action: 'upload',
      by: { id: station.person.id },
      object: { kind: 'file', id, name: 'report.pdf' },
      changes: {
        size: [null, 700],
        sha256: [null, sha256(bytes)],
        category: [null, 'selfReport'],
        assessment: [null, station.id],
      },
    },
  ]);
});
