import { violations } from '@shp/server/store/checks/rules';
import { openReader } from '@shp/server/store/db/database';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { dayOf } from '@shp/shared/domain/lib/days';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
});
afterAll(() => server.stop());

const status = () => server.admin.api.call('GET basic/status', {});
const everything = async () => (await server.admin.api.call('GET assessment/query', { size: 200 })).items;
const stations = async () => (await server.admin.api.call('GET user/stations', { size: 200 })).items;
const isRated = ({ status, validUntil }: AssessmentRow) =>
  status === 'passed' && (validUntil ?? '') >= dayOf(new Date());

/** The counts of docs/spec/domain.md#lifecycle "Home counts". */
async function counted() {
  const rows = await everything();
  const present = new Set((await stations()).map(({ id }) => id));
  const best = new Map<string, number>();
  for (const row of rows.filter(isRated)) {
    if (present.has(row.station.id)) best.set(row.station.id, Math.min(row.level, best.get(row.station.id) ?? 3));
  }
  const rated = [...best.values()];
  return {
    station: present.size,
    report: rows.filter(({ submittedAt }) => submittedAt !== null).length,
    onProgress: rows.filter(({ status: now }) => ['submitted', 'first_passed', 'reviewing', 'reviewed'].includes(now))
      .length,
    level2: rated.filter((level) => level === 2).length,
    level3: rated.filter((level) => level === 3).length,
  };
}

test('integrity checks pass for the demo data and for the counters', async () => {
  const { database: url, data } = server;
  const reader = await openReader(url === null ? { data } : { url });
  expect(await violations(reader)).toEqual([]);
  await reader.destroy();
});

test('totals cover the whole region and are the same for every role', async () => {
  const wanted = await counted();
  for (const count of Object.values(wanted)) expect(count).toBeGreaterThan(0);
  for (const role of USER_ROLES) {
    const { account, password } = server.demo[role];
    const { api } = await server.login(account, password);
    expect(await api.call('GET basic/status', {})).toEqual(wanted);
  }
});

test('a deleted station leaves the station and rating counts; its assessments stay counted', async () => {
  const before = await status();
  const rows = await everything();
  const open = new Set(
    rows
      .filter((row) => !['passed', 'failed', 'withdrawn', 'revoked'].includes(row.status))
      .map((row) => row.station.id),
  );
  const rated = rows.find((row) => isRated(row) && !open.has(row.station.id));
  await server.admin.api.call('POST user/delete', { userId: rated?.station.id ?? '', softDelete: true });
  const after = await status();
  expect(after).toEqual(await counted());
  expect(after).toMatchObject({ station: before.station - 1, report: before.report, onProgress: before.onProgress });
  expect(after.level2 + after.level3).toBe(before.level2 + before.level3 - 1);
  expect((await everything()).map(({ id }) => id)).toContain(rated?.id);
});

test('a revoked or expired rating is not counted', async () => {
  const ratings = async () => {
    const counts = await status();
    expect(counts).toEqual(await counted());
    return counts.level2 + counts.level3;
  };
  const present = new Set((await stations()).map(({ id }) => id));
  const rated = (await everything()).filter((row) => isRated(row) && present.has(row.station.id));
  const only = rated.filter(({ station }) => rated.filter((row) => row.station.id === station.id).length === 1);
  const [one, two] = only as [AssessmentRow, AssessmentRow];
  const before = await ratings();
  await server.admin.api.call('POST assessment/add_event', { id: one.id, status: 'revoked', description: '撤销' });
  expect(await ratings()).toBe(before - 1);
  const endOn = (day: string) =>
    server.rawDatabase.sql('UPDATE assessments SET valid_until = ? WHERE id = ?', day, two.id);
  await endOn(dayOf(new Date(Date.now() - 86_400_000)));
  expect(await ratings()).toBe(before - 2);
  await endOn(dayOf(new Date()));
  expect(await ratings()).toBe(before - 1);
});
