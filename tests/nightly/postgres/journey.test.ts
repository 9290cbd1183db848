import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logIn } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';
import { dropDatabaseOf } from '../../support/postgres.ts';
import { rawDatabase } from '../../support/rawDatabase.ts';
import { startServer } from '../../support/server.ts';
import { balance, kill } from './balancer.ts';

const PASSWORD = 'admin-2026';
/** The journey takes about 150 calls. */
const HALFWAY = 75;

test('two servers on one database alternate calls; one is killed halfway, and both reviews end correctly', async () => {
  const data = await mkdtemp(join(tmpdir(), 'shp-several-'));
  const start = () => startServer({ SHP_ADMIN_PASSWORD: PASSWORD }, ['--no-captcha'], data);
  const [one, two] = await Promise.all([start(), start()]);
  const balancer = await balance([one.url, two.url], async (turn) => {
    if (turn === HALFWAY) await kill(one.process);
  });
  try {
    const answer = await journey(balancer.url, PASSWORD, () => {});
    expect(one.process.signalCode).toBe('SIGKILL');
    expect(answer.passed.at(-1)).toBe('revoked');
    expect(answer.failed.at(-1)).toBe('failed');
    const admin = await logIn(balancer.url, 'admin', PASSWORD);
    expect(await admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true, firstBroken: null });
    const admins = await rawDatabase(data, one.database).sql("SELECT id FROM users WHERE role = 'admin'");
    expect(admins).toHaveLength(1);
  } finally {
    await balancer.close();
    await two.stop();
    await dropDatabaseOf(data);
    await rm(data, { recursive: true });
  }
});
