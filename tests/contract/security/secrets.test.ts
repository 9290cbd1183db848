import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type Contract, startContract } from '../../support/contract.ts';
import { addStation, COUNTY, newAccount, stationProfile } from '../../support/people.ts';
import { COMMAND } from '../../support/server.ts';
import { outcome } from '../../support/strictClient.ts';
import { pdfOf, Tus } from '../../support/tus.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

/** All files below a folder, as [name, text]. */
function filesIn(folder: string): [string, string][] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [[entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')]] : [],
  );
}

/** Sends a malformed request with a secret in its headers. */
function garble(secret: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET /api/user?token=${secret} HTTP/9.9\r\nToken: ${secret}\r\nBad Header\r\n\r\n`),
    );
    socket.resume().once('close', () => resolve());
  });
}

test('no secret of a working day appears in log, audit, export, error or data', async () => {
  const passwords = [ADMIN_PASSWORD, 'marked-chosen-1', 'marked-wrong-1', 'marked-as-account', 'marked-cookie-1'];
  const tokens = [server.admin.token];
  const seen: string[] = [];
  const api = server.admin.api;

  const station = await addStation(server, COUNTY);
  tokens.push(station.token);
  const chosen = { account: newAccount('chosen'), division: COUNTY, profile: stationProfile('选定') };
  const { id } = await api.call('POST user/add_station', { ...chosen, password: hashPassword('marked-chosen-1') });
  const reset = await api.call('POST user/reset_password', { id });
  passwords.push(reset.initialPassword);
  const { token } = await api.call('POST session/create_token', {
    name: '夜间任务（示例）',
    scopes: ['read', 'export'],
    expiresInDays: 30,
  });
  tokens.push(token);

  await outcome(server.login(station.account, 'marked-wrong-1'));
  await outcome(server.login('marked-as-account', 'marked-wrong-1'));
  await outcome(
    station.api.call('POST user/change_password', {
      oldPassword: hashPassword('marked-wrong-1'),
      newPassword: hashPassword('marked-chosen-1'),
    }),
  );

  const { id: assessment } = await station.api.call('POST assessment/add_assessment', { level: 3 });
  const metadata = { target: 'file', assessmentId: assessment, category: 'selfReport', filename: 'a.pdf' };
  const bytes = pdfOf(5000);
  const type = { 'Content-Type': 'application/offset+octet-stream' };
  const sent = await Tus.of(server, station).create(metadata, bytes.length, type, bytes);
  const download = await station.api.call('GET file/token', { fileId: sent.headers.get('File-Id') ?? '' });
  tokens.push(download.token);

  const text = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const answer = await server.request(init.method ?? 'GET', path, { ...init, headers });
    seen.push(await answer.text());
  };
  const query = `token=${download.token}`;
  await text(`/api/file/download/a.pdf?${query}`);
  await text(`/api/file/download/a.pdf?${query}`, { Range: 'bytes=99999999-' });
  await text(`/api/document/download/a.pdf?${query}`);
  await text(`/api/user?${query}`, { Token: token });
  await text('/api/audit', { Token: station.token, Cookie: 'Token=marked-cookie-1' });
  await text('/api/nothing', { Token: token, Cookie: `Token=${token}; x=marked-cookie-1` });
  const json = { Token: server.admin.token, 'Content-Type': 'application/json' };
  await text('/api/session/login', json, { method: 'POST', body: '{"password":"marked-chosen-1' });
  await text('/api/session/login', json, { method: 'POST', body: '{"account":"admin","password":"marked-chosen-1"}' });
  for (const kind of ['managers', 'experts', 'stations', 'supervisors'])
    await text(`/api/user/export?kind=${kind}&format=ndjson`, { Token: token });
  await text('/api/assessment/export?format=ndjson', { Token: token });
  await text('/api/audit?size=200', { Token: server.admin.token });
  await text('/api/session/tokens', { Token: server.admin.token });
  await text('/api/session/sessions', { Token: server.admin.token });
  await garble(token);

  const places = [
    ...filesIn(server.data),
    ['what it wrote', server.written()],
    ...seen.map((answer) => ['an answer', answer]),
  ] as [string, string][];
  const secrets = [...tokens, ...passwords, ...passwords.map(hashPassword)];
  expect(secrets.length).toBeGreaterThan(15);
  const leaks = secrets.flatMap((secret, at) =>
    places.flatMap(([place, said]) => (said.toLowerCase().includes(secret.toLowerCase()) ? [`${at} in ${place}`] : [])),
  );
  expect(leaks).toEqual([]);
  // Guard against a vacuous test: the searched places do contain the account that acted.
  expect(places.some(([, said]) => said.includes(chosen.account))).toBe(true);
  expect(server.written()).toContain(station.id);
});

const AWAY: Record<string, { env: Record<string, string>; flags: string[] }> = {
  'a database': { env: { SHP_DATABASE_URL: 'postgres://somebody:marked-password@127.0.0.1:1/shp' }, flags: [] },
  'a store of files': {
    env: {
      SHP_DATABASE_URL: '',
      AWS_ENDPOINT_URL: 'http://somebody:marked-password@127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'marked-key',
      AWS_SECRET_ACCESS_KEY: 'marked-secret',
      AWS_SESSION_TOKEN: 'marked-token',
    },
    flags: ['--files', 's3://shp-files'],
  },
};
test.each(Object.entries(AWAY))('an unreachable %s is reported without its credentials', (_name, { env, flags }) => {
  const data = mkdtempSync(join(tmpdir(), 'shp-test-'));
  try {
    const args = [COMMAND, 'serve', '--port', '0', '--data', data, ...flags];
    const how = { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 120_000 } as const;
    const { stdout, stderr, status } = spawnSync(process.execPath, args, how);
    expect(status).not.toBe(0);
    expect(stderr).toContain('127.0.0.1:1');
    expect(stdout + stderr).not.toContain('marked-');
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
