import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Applicant, newApplicant, putInto, refusalOf } from '../support/applicants.ts';
import { type Contract, startContract } from '../support/contract.ts';
import { addStation, COUNTY } from '../support/people.ts';
import { rawFileStore } from '../support/rawFileStore.ts';
import { encoded, pdfOf, sha256, Tus } from '../support/tus.ts';

/** The server stores received bytes within this time. */
const SOON = { timeout: 20_000 };

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const list = ({ person, id }: Applicant) => person.api.call('GET file/list', { id });
const state = async (response: Promise<Response>) => {
  const { status, headers } = await response;
  return { status, offset: headers.get('Upload-Offset'), file: headers.get('File-Id') };
};

describe('upload', () => {
  test('in several parts over a failing connection becomes a file after its last byte', async () => {
    const station = await newApplicant(server);
    const { tus, file, person } = station;
    const bytes = pdfOf(10_000_000);
    const location = await tus.begin(file, bytes.length);
    expect(location).toMatch(/^\/api\/upload\/\w+$/);
    expect(await state(tus.head(location))).toEqual({ status: 200, offset: '0', file: null });
    expect(await state(tus.patch(location, 0, bytes.slice(0, 1_000_000)))).toEqual({
      status: 204,
      offset: '1000000',
      file: null,
    });
    const line = await tus.hold(location, 1_000_000, 8_000_000, bytes.slice(1_000_000, 6_000_000));
    const { partSize } = rawFileStore(server.data);
    await vi.waitFor(async () => expect(await partSize(basename(location))).toBeGreaterThan(5_000_000), SOON);
    await line.cut();
    const kept = Number((await tus.head(location)).headers.get('Upload-Offset'));
    expect(kept).toBeGreaterThan(5_000_000);
    expect(kept).toBeLessThanOrEqual(6_000_000);
    expect(await list(station)).toEqual([]);
    const last = await state(tus.patch(location, kept, bytes.slice(kept)));
    expect(last).toEqual({ status: 204, offset: '10000000', file: expect.any(String) });
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

  test('HEAD returns its metadata', async () => {
    const { tus, file } = await newApplicant(server);
    const told = async (owner: Tus, metadata: Record<string, string>) =>
      (await owner.head(await owner.begin(metadata, 10))).headers.get('Upload-Metadata');
    const evidence = {
      target: 'evidence',
      assessmentId: file.assessmentId ?? '',
      serial: '1.1.1',
      filename: '证据.pdf',
    };
    const document = { target: 'document', roles: 'expert,station', filename: '通知.pdf' };
    expect(await told(tus, file)).toBe(encoded(file));
    expect(await told(tus, evidence)).toBe(encoded(evidence));
    expect(await told(Tus.of(server, server.admin), document)).toBe(encoded(document));
  });

  test('sent with its creation request is a file at once', async () => {
    const station = await newApplicant(server);
    const bytes = pdfOf(500);
    const id = await station.tus.upload({ ...station.file, target: 'file' }, bytes);
    expect((await list(station)).map((file) => file.id)).toEqual([id]);
  });

  test('reports its expiry and is deleted then', async () => {
    const { tus, file } = await newApplicant(server);
    const created = await tus.create(file, 100);
    const location = created.headers.get('Location') ?? '';
    const end = Date.parse(created.headers.get('Upload-Expires') ?? '') - Date.now();
    expect(Math.abs(end - 24 * 3_600_000)).toBeLessThan(60_000);
    const ended = new Date(Date.now() - 60_000).toISOString();
    await server.rawDatabase.sql(
      'UPDATE uploads SET expires_at = ? WHERE id = ?',
      ended,
      location.split('/').at(-1) ?? '',
    );
    expect((await tus.head(location)).status).toBe(410);
    expect(await refusalOf(tus.patch(location, 0, pdfOf(100)))).toEqual({ status: 410, code: 'gone', fields: [] });
  });

  test('can be cancelled, which frees its reserved quota', async () => {
    const station = await newApplicant(server);
    const location = await station.tus.begin(station.file, 1000);
    await station.tus.patch(location, 0, pdfOf(400));
    expect((await station.tus.end(location)).status).toBe(204);
    expect((await station.tus.head(location)).status).toBe(404);
    expect((await station.tus.end(location)).status).toBe(404);
    expect(await server.rawDatabase.sql('SELECT id FROM uploads WHERE assessment_id = ?', station.id)).toEqual([]);
  });

  test('cannot be cancelled once finished; the file is deleted by its own call', async () => {
    const station = await newApplicant(server);
    const location = await station.tus.begin(station.file, 1000);
    await station.tus.patch(location, 0, pdfOf(1000));
    expect(await refusalOf(station.tus.end(location))).toEqual({ status: 409, code: 'conflict', fields: [] });
    expect(await list(station)).toHaveLength(1);
  });

  test('is accessible to its creator only, not even to an administrator', async () => {
    const station = await newApplicant(server);
    const location = await station.tus.begin(station.file, 1000);
    const other = await newApplicant(server);
    for (const tus of [other.tus, Tus.of(server, server.admin)]) {
      expect((await tus.head(location)).status).toBe(404);
      expect((await tus.patch(location, 0, pdfOf(1000))).status).toBe(404);
      expect((await tus.end(location)).status).toBe(404);
    }
    expect(await state(station.tus.head(location))).toEqual({ status: 200, offset: '0', file: null });
  });

  test('is identified by its path; query parameters cannot name another', async () => {
    const station = await newApplicant(server);
    const location = await station.tus.begin(station.file, 100);
    await station.tus.patch(location, 0, pdfOf(40));
    const { tus, file } = await newApplicant(server);
    const own = await tus.begin(file, 70);
    const through = `${own}?/${basename(location)}`;
    expect(await state(tus.head(through))).toEqual({ status: 200, offset: '0', file: null });
    expect(await state(tus.patch(through, 0, pdfOf(10)))).toEqual({ status: 204, offset: '10', file: null });
    expect((await tus.end(through)).status).toBe(204);
    expect((await tus.head(own)).status).toBe(404);
    expect(await state(station.tus.head(location))).toEqual({ status: 200, offset: '40', file: null });
  });

  test('becomes one file when its last bytes arrive twice at the same time', async () => {
    const station = await newApplicant(server);
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

  test('continues over a second connection while the first is dead but open', async () => {
    const station = await newApplicant(server);
    const bytes = pdfOf(10_000_000);
    const location = await station.tus.begin(station.file, bytes.length);
    const dead = await station.tus.hold(location, 0, bytes.length, bytes.slice(0, 5_000_000));
    const stored = rawFileStore(server.data);
    await vi.waitFor(async () => expect(await stored.partSize(basename(location))).toBeGreaterThan(4_000_000), SOON);
    const { status, offset, file } = await state(station.tus.head(location));
    expect({ status, file }).toEqual({ status: 200, file: null });
    expect(Number(offset)).toBeGreaterThan(4_000_000);
    expect(Number(offset)).toBeLessThanOrEqual(5_000_000);
    expect((await station.tus.patch(location, Number(offset), bytes.slice(Number(offset)))).status).toBe(204);
    await dead.cut();
    expect((await list(station)).map((file) => file.sha256)).toEqual([sha256(bytes)]);
  });

  test('blocks the submission while it is unfinished', async () => {
    const { person, id, tus, file } = await newApplicant(server);
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
    const longAgo = new Date(Date.now() - 61 * 60_000).toISOString();
    await server.rawDatabase.sql('UPDATE uploads SET touched_at = ? WHERE assessment_id = ?', longAgo, id);
    expect((await problems()).map(([, place]) => place)).not.toContain('1.1.1');
  });

  test('resumes after the server was killed', async () => {
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
  }, 120_000);
});

describe('checks at the end of an upload', () => {
  test('answers 409 and stores nothing if the assessment was frozen meanwhile', async () => {
    const station = await newApplicant(server);
    const location = await station.tus.begin(station.file, 1000);
    await station.tus.patch(location, 0, pdfOf(500));
    await putInto(server, station.id, 'withdrawn');
    expect(await refusalOf(station.tus.patch(location, 500, pdfOf(1000).slice(500)))).toEqual({
      status: 409,
      code: 'transition_not_allowed',
      fields: ['status'],
    });
    expect((await station.tus.head(location)).status).toBe(404);
    expect(await list(station)).toEqual([]);
  });

  test('answers 413 if the quota was lowered meanwhile', async () => {
    const station = await newApplicant(server);
    const location = await station.tus.begin(station.file, 1_500_000);
    await server.admin.api.call('POST system/update_settings', { maxAssessmentMB: 1 });
    const answer = await refusalOf(station.tus.patch(location, 0, pdfOf(1_500_000)));
    await server.admin.api.call('POST system/update_settings', { maxAssessmentMB: 2048 });
    expect(answer).toEqual({ status: 413, code: 'too_large', fields: [] });
    expect((await station.tus.head(location)).status).toBe(404);
  });
});

test('every finished upload is audited', async () => {
  const station = await newApplicant(server);
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
