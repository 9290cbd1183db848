import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, startContract } from '../support/contract.ts';
import { freePort } from '../support/freePort.ts';
import { ON_SQLITE } from '../support/postgres.ts';
import { outcome } from '../support/strictClient.ts';

let server: Contract;
let port: number;
beforeAll(async () => {
  port = await freePort();
  server = await startContract(['--no-captcha', '--metrics', `127.0.0.1:${port}`]);
});
afterAll(() => server.stop());

const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
/** The value of a metric, by its name and labels. */
async function figure(name: string): Promise<number> {
  const line = (await figures()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1).replace('Inf', 'Infinity'));
}

test('metrics are served at their own URL only and label calls by their table name', async () => {
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect((await fetch(`${server.url}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4');
  expect(await figures()).toContain('shp_call_seconds_count{method="GET",call="health",status="200"} 1');
  expect(await figures()).toMatch(/^process_resident_memory_bytes \d+/m);
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
});

test('metrics cover database, disk, backups, sessions, failed logins and queued calls', async () => {
  expect(await figure('shp_database_bytes')).toBeGreaterThan(100_000);
  if (ON_SQLITE)
    expect(await figure('shp_database_bytes')).toBeGreaterThanOrEqual(statSync(join(server.data, 'shp.sqlite')).size);
  expect(await figure(`shp_disk_free_bytes{path="${server.data}"}`)).toBeGreaterThan(0);
  expect(await figure('shp_writable')).toBe(1);
  expect(await figure('shp_audit_whole')).toBe(1);
  expect(await figure('shp_backup_age_seconds')).toBe(Number.POSITIVE_INFINITY);
  expect(await figure('shp_calls_waiting')).toBe(0);
  const sessions = await figure('shp_sessions');
  await server.login('admin', server.admin.password);
  expect(await figure('shp_sessions')).toBe(sessions + 1);
  const failed = await figure('shp_logins_failed_total');
  const login = { account: 'admin', password: hashPassword('wrong-1'), key: '', code: '' };
  expect(await outcome(server.guest.call('POST session/login', login))).toBe('400 bad_credentials');
  expect(await figure('shp_logins_failed_total')).toBe(failed + 1);
});

describe('Grafana and Prometheus files', () => {
  const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
  const rules = [...read('alerts.yaml').matchAll(/^\s+expr: (.+)$/gm)].map(([, expr = '']) => expr);
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

  test('use only existing metrics and labels', async () => {
    expect([rules.length, shown.length]).toEqual([10, 16]);
    await outcome(server.guest.call('GET audit', {}));
    const text = await figures();
    const names = new Set([...text.matchAll(/^([a-z_]\w*)/gm)].map(([name]) => name));
    const labels = new Set([...text.matchAll(/(\w+)="/g)].map(([, label]) => label));
    for (const given of ['job', 'instance']) labels.add(given);
    for (const expr of [...rules, ...shown]) {
      for (const [name] of expr.matchAll(/\b(?:shp|process|nodejs)_\w+/g)) expect([...names], expr).toContain(name);
      const used = [
        ...[...expr.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label),
        ...[...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')),
      ];
      for (const label of used) expect([...labels], expr).toContain(label);
    }
  });

  test('use every metric of the contract', () => {
    const used = [...rules, ...shown].join(' ');
    for (const name of ['database_bytes', 'disk_free_bytes', 'writable', 'audit_whole', 'backup_age_seconds'])
      expect(used).toContain(`shp_${name}`);
    for (const name of ['sessions', 'logins_failed_total', 'calls_waiting']) expect(used).toContain(`shp_${name}`);
  });
});
