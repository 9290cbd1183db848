import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { scoresAt } from '../../support/materials.ts';
import { addManager, addStation, COUNTY } from '../../support/people.ts';
import { processor } from '../../support/processes.ts';
import { addCast, bring, ITEMS } from '../../support/review.ts';
import { checkError, outcome } from '../../support/strictClient.ts';
import { pdfOf, Tus } from '../../support/tus.ts';

let server: Contract;
let person: Person;
beforeAll(async () => {
  server = await startContract();
  person = await addManager(server, 'ministry_manager');
});
afterAll(() => server.stop());

const MB = 1024 * 1024;
const json = { 'Content-Type': 'application/json' };
/** `count` different keys, as short as possible. */
const keys = (count: number) => Array.from({ length: count }, (_, at) => at.toString(36));
const FULL_ADDRESS = `/api/health?${keys(4200).join('&')}`;
const told = async (response: Promise<Response>) => {
  const { code, fields = {} } = await checkError(await response, 'hostile');
  return [code, ...Object.keys(fields)];
};

describe('the number of reported errors is bounded', () => {
  const body = JSON.stringify(Object.fromEntries(keys(120_000).map((key) => [key, 0])));

  test('for a body with too many keys', async () => {
    expect(body.length).toBeLessThan(2 * MB);
    const headers = { ...json, Token: person.token };
    expect(await told(server.request('POST', '/api/user/my_profile', { headers, body }))).toEqual(['invalid', 'body']);
    const deeper = `{"profile":${body}}`;
    expect(
      await told(
        server.request('POST', '/api/user/profile', {
          headers: { ...json, Token: server.admin.token },
          body: deeper,
        }),
      ),
    ).toEqual(['invalid', 'profile']);
  });

  test('for a list with too many entries', async () => {
    const members = `{"id":"x","form":{"self":{"members":[${Array(600_000).fill('1').join(',')}]}}}`;
    const headers = { ...json, Token: server.admin.token };
    const answer = server.request('POST', '/api/assessment/update_form', { headers, body: members });
    expect(await told(answer)).toEqual(['invalid', 'form.self.members']);
  });

  test('for a query with too many keys', async () => {
    expect(await told(server.request('GET', FULL_ADDRESS))).toEqual(['invalid', 'body']);
  });
});

test('unauthenticated callers cannot send large bodies', async () => {
  const body = JSON.stringify({ account: 'x'.repeat(20_000) });
  expect(await told(server.request('POST', '/api/session/login', { headers: json, body }))).toEqual(['too_large']);
});

test('invalid texts of a draft are bounded', async () => {
  const { api } = await addStation(server, COUNTY);
  const { id } = await api.call('POST assessment/add_assessment', { level: 3 });
  const say = (length: number) =>
    outcome(api.call('POST assessment/update_form', { id, form: { self: { summary: '长'.repeat(length) } } }));
  expect(await say(50_000)).toBe('200');
  expect(await say(300_000)).toBe('413 too_large');
  const { form } = await api.call('GET assessment', { id });
  expect(form.self.summary?.length).toBe(50_000);
});

test('files referenced only by earlier submissions are bounded', async () => {
  const cast = await addCast(server);
  const { id, station } = await bring(server, cast, 'draft');
  const metadata = { target: 'file', assessmentId: id, category: 'other', filename: 'a.pdf' };
  const bytes = pdfOf(900_000);
  const upload = () =>
    Tus.of(server, station).create(
      metadata,
      bytes.length,
      { 'Content-Type': 'application/offset+octet-stream' },
      bytes,
    );
  const statuses: number[] = [];
  await server.admin.api.call('POST system/update_settings', { maxAssessmentMB: 1 });
  for (let round = 0; round < 4; round++) {
    const sent = await upload();
    statuses.push(sent.status);
    const fileId = sent.headers.get('File-Id');
    if (fileId === null) break;
    await station.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
    await station.api.call('POST assessment/add_event', { id, status: 'draft', description: '' });
    await station.api.call('POST file/delete?', { id: fileId });
  }
  await server.admin.api.call('POST system/update_settings', { maxAssessmentMB: 2048 });
  expect(statuses).toEqual([201, 201, 201, 413]);
});

describe('parsing takes linear time', () => {
  /** The server's processor time so far, in milliseconds. */
  const taken = () => {
    const [, , ...fields] = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8').split(') ').join(' ').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  const cost = async (path: string, headers: Record<string, string>) => {
    await (await server.request('GET', path, { headers })).text();
    const before = taken();
    for (let call = 0; call < 10; call++) await (await server.request('GET', path, { headers })).text();
    return (taken() - before) / 10;
  };

  test('for a list of ETags', async () => {
    expect(await cost('/api/openapi.json', { 'If-None-Match': `"a"${' '.repeat(15_000)}b` })).toBeLessThan(60);
  });

  test('for query keys', async () => {
    expect(await cost(FULL_ADDRESS, {})).toBeLessThan(60);
  });
});

test('strangers who ask for proofs do not have large rows of the audit read and hashed each time', async () => {
  const cast = await addCast(server, 1);
  const { id } = await bring(server, cast, 'reviewing');
  const [expert] = cast.experts;
  for (let turn = 0; turn < 30; turn++)
    await expert?.api.call('POST assessment/expert_scores', {
      id,
      items: scoresAt(ITEMS, turn % 2 === 0 ? 0.4 : 0.5, `${turn}${'字'.repeat(900)}`),
    });
  const ask = () => server.guest.call('GET audit/head', { since: 1 });
  await expect.poll(async () => (await ask()).head.size, { timeout: 20_000 }).toBeGreaterThan(40);
  const before = processor(server.process.pid ?? 0);
  for (let turn = 0; turn < 20; turn++) await ask();
  // Read and hashed anew, each of the 20 took 100 ms and more.
  expect(processor(server.process.pid ?? 0) - before).toBeLessThan(800);
}, 120_000);
