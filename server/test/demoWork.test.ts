import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, serve } from '@shp/server/main';
import { violations } from '@shp/server/store/checks/rules';
import { openReader } from '@shp/server/store/db/database';
import type { Assessment, AssessmentRow, Event, FileItem, Print } from '@shp/shared/api/objects';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { chapterItems, type Standard } from '@shp/shared/domain/standard/standard';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: Running;
let data: string;
const tokens = new Map<string, string>();

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'shp-test-'));
  const network = { host: '127.0.0.1', port: 0, trustProxy: null, publicUrl: null, metrics: null, syslog: null };
  const kept = { data, databaseUrl: null, files: null };
  server = await serve({
    ...network,
    ...kept,
    captcha: false,
    demo: 'small',
    demoDay: null,
    logLevel: 'warn',
    version: '0.0.0',
    adminPassword: null,
  });
  for (const { role, account, password } of server.demoAccounts) {
    const login = { account, password: hashPassword(password), key: '', code: '' };
    const { token } = await send<{ token: string }>('POST', 'session/login', { body: login });
    tokens.set(role, token);
  }
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

type Step = { to: string; allowed: boolean };
type Sent = { as?: string; query?: Record<string, string>; body?: object };

/** Makes a call that must succeed. */
async function send<T>(method: 'GET' | 'POST', path: string, { as = '', query = {}, body }: Sent): Promise<T> {
  const answer = await fetch(`${server.url}/api/${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { token: tokens.get(as) ?? '', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  expect([path, answer.status, answer.ok ? '' : text]).toEqual([path, 200, '']);
  return JSON.parse(text);
}

const waiting = async (as: string) => {
  const query = { waiting: 'true', size: '200' };
  return (await send<{ items: AssessmentRow[] }>('GET', 'assessment/query', { as, query })).items;
};

test.for([
  ['station', 'returned'],
  ['county_manager', 'submitted'],
  ['city_manager', 'submitted'],
  ['city_manager', 'first_passed'],
  ['city_manager', 'reviewed'],
  ['province_manager', 'first_passed'],
  ['province_manager', 'reviewed'],
  ['expert', 'reviewing'],
])('something waits for the printed %s: %s', async ([role = '', status]) => {
  expect((await waiting(role)).map((row) => row.status)).toContain(status);
});

test("the printed supervisor sees the county's stations with their assessments", async () => {
  const { items } = await send<{ items: AssessmentRow[] }>('GET', 'supervise/assessments', {
    as: 'supervisor',
    query: {},
  });
  expect(new Set(items.map(({ station }) => station.division))).toEqual(new Set(['450325']));
});

test('the returned station reads the reasons at their places', async () => {
  const [returned] = await waiting('station');
  const query = { id: returned?.id ?? '' };
  const events = await send<Event[]>('GET', 'assessment/events', { as: 'station', query });
  expect(events.at(-1)?.description).not.toBe('');
  expect(events.at(-1)?.remarks.length).toBeGreaterThan(0);
});

test('every submitted application is valid', async () => {
  const query = { status: 'submitted', county: '450325', size: '200' };
  const { items } = await send<{ items: AssessmentRow[] }>('GET', 'assessment/query', { as: 'admin', query });
  expect(items.length).toBeGreaterThan(0);
  for (const { id } of items) {
    const check = { as: 'admin', query: { id } };
    expect(await send('GET', 'assessment/validate_station_submit', check)).toEqual({ ok: true, problems: [] });
  }
});

test('the station opens a file it submitted, and resubmits the returned application', async () => {
  const [returned] = await waiting('station');
  const id = returned?.id ?? '';
  const files = await send<FileItem[]>('GET', 'file/list', { as: 'station', query: { id } });
  const file = files.find(({ category }) => category === 'selfReport');
  const leave = { as: 'station', query: { fileId: file?.id ?? '' } };
  const { token, name } = await send<{ token: string; name: string }>('GET', 'file/token', leave);
  const answer = await fetch(`${server.url}/api/file/download/${encodeURIComponent(name)}?token=${token}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256);
  expect(bytes.toString('latin1')).toMatch(/^%PDF-1\.4[\s\S]*EXAMPLE[\s\S]*%%EOF\n$/);

  const body = { id, status: 'submitted', description: '' };
  const after = await send<Assessment>('POST', 'assessment/add_event', { as: 'station', body });
  expect(after.status).toBe('submitted');
  const copies = await send<{ changed: object }[]>('GET', 'assessment/submissions', { as: 'station', query: { id } });
  expect(copies.at(-1)?.changed).toEqual({ form: [], serials: [], files: [] });
});

test('the county passes its to-do', async () => {
  const [row] = await waiting('county_manager');
  const body = { id: row?.id, status: 'first_passed', description: '' };
  expect((await send<Assessment>('POST', 'assessment/add_event', { as: 'county_manager', body })).status).toBe(
    'first_passed',
  );
});

test('the expert finishes scoring and concludes', async () => {
  const [row] = await waiting('expert');
  const id = row?.id ?? '';
  const { sections } = await send<Standard>('GET', 'assessment/standard', { as: 'expert', query: { asm_id: id } });
  for (const chapter of sections) {
    const items = chapterItems(chapter).map(({ serial, score }) => ({ serial, score, missing: false, reason: '' }));
    await send('POST', 'assessment/expert_scores', { as: 'expert', body: { id, s1: chapter.serial, items } });
  }
  const body = { id, conclusion: '同意。' };
  await send('POST', 'assessment/update_conclusion', { as: 'expert', body });
  expect((await waiting('expert')).map((one) => one.id)).not.toContain(id);
});

test('the city concludes its to-do', async () => {
  const rows = (await waiting('city_manager')).filter(({ status }) => status === 'reviewed');
  const concluded: string[] = [];
  for (const { id } of rows) {
    await send('POST', 'assessment/update_conclusion', { as: 'city_manager', body: { id, conclusion: '同意。' } });
    const steps = await send<Step[]>('GET', 'assessment/next_steps', { as: 'city_manager', query: { id } });
    const to = steps.find(({ to, allowed }) => allowed && to === 'passed') ? 'passed' : 'failed';
    const body = { id, status: to, description: '' };
    const after = await send<Assessment>('POST', 'assessment/add_event', { as: 'city_manager', body });
    expect(after.validUntil === null).toBe(to === 'failed');
    concluded.push(after.status);
  }
  expect(concluded).toContain('passed');
});

test('a concluded review has a printed conclusion', async () => {
  const query = { status: 'revoked' };
  const { items } = await send<{ items: AssessmentRow[] }>('GET', 'assessment/query', { as: 'admin', query });
  const id = items[0]?.id ?? '';
  const print = await send<Print & { digest: string }>('GET', 'assessment/print', { as: 'admin', query: { id } });
  expect(print).toMatchObject({ number: items[0]?.number, status: 'passed' });
  expect(print.digest).toMatch(/^[0-9a-f]{64}$/);
});

test('the integrity rules pass afterwards', async () => {
  const database = await openReader({ data });
  expect(await violations(database)).toEqual([]);
  await database.destroy();
});
