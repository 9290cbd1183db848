import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDocument, addEvidence, addFile, downloadAddress, newApplicant, putInto } from '../support/applicants.ts';
import { type Contract, type Person, startContract } from '../support/contract.ts';
import { addExpert, addManager, addStation, COUNTY, FAR_COUNTY } from '../support/people.ts';
import { outcome } from '../support/strictClient.ts';
import { pdfOf } from '../support/tus.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => server.request('GET', path, { headers });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('file lists', () => {
  test("categories are in the caller's language", async () => {
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

  test('files and evidence are listed apart, evidence by chapter, newest first', async () => {
    const place = await newApplicant(server);
    const { api } = place.person;
    const first = await addFile(place, 'a.pdf', pdfOf(10));
    const second = await addFile(place, 'b.pdf', pdfOf(20));
    const one = await addEvidence(place, 'c.pdf', pdfOf(30), '1.1.1');
    const two = await addEvidence(place, 'd.pdf', pdfOf(40), '2.1.1');
    expect((await api.call('GET file/list', { id: place.id })).map(({ id }) => id)).toEqual([second, first]);
    expect(await api.call('GET file/evidence', { asmId: place.id, serial1: '1' })).toMatchObject([
      { id: one, s1: '1', serial: '1.1.1' },
    ]);
    expect((await api.call('GET file/evidence', { asmId: place.id, serial1: '2' })).map(({ id }) => id)).toEqual([two]);
    expect(await outcome(api.call('GET file/evidence', { asmId: place.id, serial1: '99' }))).toBe('404 not_found');
    const titles = await api.call('GET assessment/standard/serial1/titles', { id: place.id });
    expect(titles.map(({ serial, evidence: count }) => [serial, count]).slice(0, 3)).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 0],
    ]);
    await addEvidence(place, 'e.pdf', pdfOf(50), '1.1.1');
    const [chapter] = await api.call('GET assessment/standard/serial1/titles', { id: place.id });
    expect(chapter).toMatchObject({ evidence: 2, itemsWithEvidence: 1 });
  });

  test('sizes count each visible file once', async () => {
    const place = await newApplicant(server);
    const other = await newApplicant(server);
    const own = await addFile(place, 'a.pdf', pdfOf(11));
    const seen = await addEvidence(place, 'b.pdf', pdfOf(22));
    const foreign = await addFile(other, 'c.pdf', pdfOf(33));
    const open = await addDocument(server, 'd.pdf', pdfOf(44));
    const closed = await addDocument(server, 'e.pdf', pdfOf(55), 'expert');
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

  test('callers outside the scope get nothing', async () => {
    const place = await newApplicant(server);
    const fileId = await addFile(place, 'a.pdf', pdfOf(10));
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
    expect(await calls((await newApplicant(server)).person)).toEqual([none, none, none, none, none]);
    expect(await calls(near)).toEqual(['200', '200', '200', '200', never]);
    expect(await calls(server.admin)).toEqual(['200', '200', '200', '200', '200']);
  });
});

describe('deleting a file', () => {
  test('removes the row and the bytes', async () => {
    const place = await newApplicant(server);
    const { api } = place.person;
    const fileId = await addFile(place, 'a.pdf', pdfOf(10));
    const path = downloadAddress('file/download', await api.call('GET file/token', { fileId }));
    expect(await outcome(api.call('POST file/delete_evidence?', { fileId }))).toBe('404 not_found');
    await api.call('POST file/delete?', { id: fileId });
    expect(await api.call('GET file/list', { id: place.id })).toEqual([]);
    expect((await get(path)).status).toBe(404);
    expect(await outcome(api.call('POST file/delete?', { id: fileId }))).toBe('404 not_found');
    const { items } = await server.admin.api.call('GET audit', { action: 'file/delete', userId: place.person.id });
    // The refused second deletion has its own audit row, without a file name.
    const deleted = items.filter(({ object }) => object.name === 'a.pdf');
    expect(deleted).toMatchObject([{ object: { kind: 'file', id: fileId } }]);
  });

  test("keeps a submitted file readable in the submission's copy", async () => {
    const place = await newApplicant(server);
    const { api } = place.person;
    const fileId = await addEvidence(place, 'a.pdf', pdfOf(10));
    await server.rawDatabase.sql(
      "INSERT INTO submissions (assessment_id, no, at, form, scores, files) VALUES (?, 1, ?, '{}', '[]', ?)",
      place.id,
      new Date().toISOString(),
      JSON.stringify([{ id: fileId, title: 'a' }]),
    );
    await api.call('POST file/delete_evidence?', { fileId });
    expect(await api.call('GET file/evidence', { asmId: place.id, serial1: '1' })).toEqual([]);
    const token = await api.call('GET file/evidence_token', { fileId });
    expect((await bytesOf(await get(downloadAddress('file/download_evidence', token)))).length).toBe(10);
    expect(await outcome(api.call('POST file/delete_evidence?', { fileId }))).toBe('404 not_found');
  });

  test('is refused while files are frozen', async () => {
    const place = await newApplicant(server);
    const id = await addFile(place, 'a.pdf', pdfOf(10));
    await putInto(server, place.id, 'submitted');
    for (const person of [place.person, server.admin])
      expect(await outcome(person.api.call('POST file/delete?', { id }))).toBe('409 transition_not_allowed');
    await putInto(server, place.id, 'returned');
    expect(await outcome(server.admin.api.call('POST file/delete?', { id }))).toBe('200');
  });
});

describe('documents', () => {
  test('are readable by the listed roles, by all roles if none is listed, and by their managers', async () => {
    const open = await addDocument(server, 'open.pdf', pdfOf(10));
    const some = await addDocument(server, 'some.pdf', pdfOf(20), 'expert,supervisor');
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

  test('can change roles and be deleted', async () => {
    const fileId = await addDocument(server, 'roles.pdf', pdfOf(10), 'expert');
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
    expect((await get(downloadAddress('document/download', token))).status).toBe(404);
    expect(await outcome(station.api.call('GET document/token', { fileId }))).toBe('404 not_found');
    const { items } = await api.call('GET audit', { action: 'document/update_roles' });
    expect(items.find(({ object }) => object.id === fileId)?.changes).toEqual({ roles: [['expert'], []] });
  });

  test('are paged newest first, or oldest first on request', async () => {
    const ids = [];
    for (const name of ['1.pdf', '2.pdf', '3.pdf']) ids.push(await addDocument(server, name, pdfOf(10)));
    const { api } = server.admin;
    const newest = await api.call('GET document/list', { page: 1, size: 2 });
    expect(newest.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const next = await api.call('GET document/list', { page: 2, size: 1, desc: true });
    expect(next.items.map(({ id }) => id)).toEqual([ids[1]]);
    const oldest = await api.call('GET document/list', { page: 1, size: 200, desc: false });
    expect(oldest.items.map(({ id }) => id).slice(-3)).toEqual(ids);
  });
});
