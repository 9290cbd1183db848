import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newApplicant, putInto, refusalOf } from '../support/applicants.ts';
import { type Contract, startContract } from '../support/contract.ts';
import { addManager, addStation, COUNTY, NEIGHBOUR } from '../support/people.ts';
import { outcome } from '../support/strictClient.ts';
import { pdfOf, Tus } from '../support/tus.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

describe('upload limits', () => {
  const MB = 2 ** 20;
  test('two concurrent uploads count together against the quota', async () => {
    const station = await newApplicant(server);
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

  test('a file above the size limit is refused before any byte, one of exactly that size is accepted', async () => {
    const station = await newApplicant(server);
    await server.admin.api.call('POST system/update_settings', { maxFileMB: 1 });
    expect(await refusalOf(station.tus.create(station.file, MB + 1))).toEqual({
      status: 413,
      code: 'too_large',
      fields: [],
    });
    expect((await station.tus.create(station.file, MB)).status).toBe(201);
    const document = { target: 'document', roles: '', filename: 'a.pdf' };
    expect((await Tus.of(server, server.admin).create(document, MB + 1)).status).toBe(413);
    await server.admin.api.call('POST system/update_settings', { maxFileMB: 200 });
  });

  test('an account may create 1,200 uploads an hour', async () => {
    const station = await newApplicant(server);
    await station.tus.begin(station.file, 100);
    await server.rawDatabase.sql('UPDATE hits SET count = 1200 WHERE bucket LIKE ?', `uploads:${station.person.id}@%`);
    const refused = await station.tus.create(station.file, 100);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await (await newApplicant(server)).tus.create(station.file, 100)).status).toBe(404);
  });

  test('more bytes than announced are refused with 413, and earlier bytes stay', async () => {
    const station = await newApplicant(server);
    const location = await station.tus.begin(station.file, 1000);
    expect((await station.tus.patch(location, 0, pdfOf(1001))).status).toBe(413);
    expect((await station.tus.patch(location, 0, pdfOf(1000))).status).toBe(204);
  });
});

describe('upload permissions', () => {
  test('depend on the role', async () => {
    const station = await newApplicant(server);
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

  test('an access token needs the write scope; write alone lists nothing', async () => {
    const station = await newApplicant(server);
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

  test('an account with an initial password cannot upload', async () => {
    const { initialPassword = '' } = await server.admin.api.call('POST user/add_supervisor', {
      account: 'upload-initial',
      profile: { name: '示例', contact: '示例', phone: '13900000000' },
    });
    const person = await server.login('upload-initial', initialPassword);
    expect(await refusalOf(Tus.of(server, person).create({}, 10))).toMatchObject({ status: 403, code: 'forbidden' });
    const reset = await newApplicant(server);
    const { initialPassword: again } = await server.admin.api.call('POST user/reset_password', { id: reset.person.id });
    const back = await server.login(reset.person.account, again);
    expect(await refusalOf(Tus.of(server, back).create(reset.file, 10))).toMatchObject({
      status: 403,
      code: 'password_change_required',
    });
  });

  test.each(['submitted', 'first_passed', 'reviewing', 'reviewed', 'passed', 'failed', 'withdrawn', 'revoked'])(
    'are refused in %s',
    async (status) => {
      const station = await newApplicant(server);
      await putInto(server, station.id, status);
      const refused = { status: 409, code: 'transition_not_allowed', fields: ['status'] };
      expect(await refusalOf(station.tus.create(station.file, 10))).toEqual(refused);
      expect(await refusalOf(Tus.of(server, server.admin).create(station.file, 10))).toEqual(refused);
      await putInto(server, station.id, 'returned');
      expect((await station.tus.create(station.file, 10)).status).toBe(201);
    },
  );
});

describe('invalid upload requests', () => {
  const drop = (metadata: Record<string, string>, key: string) =>
    Object.fromEntries(Object.entries(metadata).filter(([one]) => one !== key));

  test('wrong metadata is refused', async () => {
    const { tus, file } = await newApplicant(server);
    const evidence = { target: 'evidence', assessmentId: file.assessmentId ?? '', serial: '1.1.1', filename: 'a.pdf' };
    const table: [Record<string, string>, string[]][] = [
      [drop(file, 'target'), ['target']],
      [{ ...file, target: 'picture' }, ['target']],
      [drop(file, 'assessmentId'), ['assessmentId']],
      [{ ...file, category: 'poem' }, ['category']],
      [drop(file, 'filename'), ['filename']],
      [{ ...file, filename: '' }, ['filename']],
      [{ ...file, filename: 'x'.repeat(256) }, ['filename']],
      [{ ...file, filename: 'a\0.pdf' }, ['filename']],
      [{ ...file, serial: '1.1.1' }, ['serial']],
      [{ ...file, colour: 'red' }, ['colour']],
      [{ ...evidence, serial: '9.9.9' }, ['serial']],
      [{ ...evidence, serial: '__proto__' }, ['serial']],
    ];
    for (const [metadata, fields] of table)
      expect([metadata, await refusalOf(tus.create(metadata, 10))]).toEqual([
        metadata,
        { status: 400, code: 'invalid', fields },
      ]);
    const document = { target: 'document', roles: 'expert,king', filename: 'a.pdf' };
    expect(await refusalOf(Tus.of(server, server.admin).create(document, 10))).toEqual({
      status: 400,
      code: 'invalid',
      fields: ['roles'],
    });
    expect((await tus.create({ ...file, assessmentId: 'nobody' }, 10)).status).toBe(404);
  });

  test('wrong headers are refused', async () => {
    const { tus, file } = await newApplicant(server);
    const location = await tus.begin(file, 100);
    const wrong = (...fields: string[]) => ({ status: 400, code: 'invalid', fields });
    expect(await refusalOf(tus.create(file, null))).toEqual(wrong('Upload-Length'));
    expect(await refusalOf(tus.create(file, 0))).toEqual(wrong('Upload-Length'));
    expect(await refusalOf(tus.create(file, -1))).toEqual(wrong('Upload-Length'));
    expect(await refusalOf(tus.create(file, null, { 'Upload-Defer-Length': '1' }))).toEqual(wrong('Upload-Length'));
    expect(await refusalOf(tus.create(file, 10, { 'Upload-Metadata': 'target !!!' }))).toEqual(
      wrong('Upload-Metadata'),
    );
    expect(await refusalOf(tus.create(file, 10, { 'Tus-Resumable': '0.2.2' }))).toEqual({
      status: 412,
      code: 'precondition_failed',
      fields: ['Tus-Resumable'],
    });
    expect(await refusalOf(tus.patch(location, 0, pdfOf(10), { 'Content-Type': 'text/plain' }))).toEqual({
      status: 415,
      code: 'unsupported_type',
      fields: ['Content-Type'],
    });
    expect(await refusalOf(tus.patch(location, 5, pdfOf(10)))).toEqual({
      status: 409,
      code: 'conflict',
      fields: ['Upload-Offset'],
    });
    expect((await tus.patch('/api/upload/none', 0, pdfOf(10))).status).toBe(404);
    expect((await tus.patch('/api/upload/..%2f..%2fshp.sqlite', 0, pdfOf(10))).status).toBe(404);
    expect((await tus.patch('/api/upload/%00', 0, pdfOf(10))).status).toBe(404);
  });

  test('other methods are 405, and OPTIONS lists the supported extensions', async () => {
    const { tus } = await newApplicant(server);
    for (const [method, path, allowed] of [
      ['GET', '/api/upload', 'POST, OPTIONS'],
      ['DELETE', '/api/upload', 'POST, OPTIONS'],
      ['GET', '/api/upload/x', 'HEAD, PATCH, DELETE, OPTIONS'],
      ['POST', '/api/upload/x', 'HEAD, PATCH, DELETE, OPTIONS'],
    ] as const) {
      const { status, headers } = await tus.send(method, path, {});
      expect([method, path, status, headers.get('Allow')]).toEqual([method, path, 405, allowed]);
    }
    const { status, headers } = await server.request('OPTIONS', '/api/upload');
    expect(status).toBe(204);
    expect(headers.get('Tus-Version')).toBe('1.0.0');
    expect(headers.get('Tus-Extension')).toBe('creation,creation-with-upload,termination,expiration');
    expect(headers.get('Tus-Max-Size')).toBe(String(200 * 2 ** 20));
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
