import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';

/** Secrets that the server must read again are sealed in the database; their key is a file that backups leave out. */
let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const MAIL = { host: 'mail.test', port: 587, secure: false, requireTls: true, sender: 'shp@shp.test', user: 'shp' };
const OIDC = { issuer: '', clientId: 'shp', claim: 'preferred_username', name: '' };
const DOTS = '••••••••';

const stored = async () => {
  const [settings] = await server.rawDatabase.sql('SELECT value FROM settings WHERE id = 1');
  const [webhook] = await server.rawDatabase.sql('SELECT webhook_secret FROM notice_preferences');
  const { mail, oidc } = JSON.parse(String(settings?.value));
  return [mail.password, oidc.clientSecret, webhook?.webhook_secret].map(String);
};

test('secrets of mail, sign-on and webhooks are sealed, shown to nobody, and stay when dots come back', async () => {
  const { api } = server.admin;
  const set = (mail: string, oidc: string) =>
    api.call('POST system/update_settings', {
      mail: { ...MAIL, password: mail },
      oidc: { ...OIDC, clientSecret: oidc },
      webhookOwnNetwork: true,
    });
  // As long as a password may be: the sealed text is longer.
  const long = 'marked-mail-'.padEnd(200, 'x');
  const answered = await set(long, 'marked-oidc');
  const { secret = '' } = await api.call('POST notice/preferences', { webhook: 'http://127.0.0.1:9/hook' });
  const first = await stored();
  for (const text of first) expect(text).toMatch(/^v1\.[0-9a-f]{8}\./);
  expect(first.join()).not.toMatch(/marked/);
  expect(first.join()).not.toContain(secret);
  const shown = await api.call('GET system/settings', {});
  for (const text of [answered, shown].map((one) => JSON.stringify(one))) {
    expect(text).toContain(`"password":"${DOTS}"`);
    expect(text).not.toMatch(/marked|v1\./);
  }
  await set(DOTS, DOTS);
  expect(await stored()).toEqual(first);
  await set('', 'marked-other');
  const [mail, oidc] = await stored();
  expect([mail, oidc === first[1]]).toEqual(['', false]);
  const audit = JSON.stringify(await api.call('GET audit', { size: 50 }));
  expect(audit).not.toMatch(/marked|v1\.[0-9a-f]{8}\./);
});

test('what an older version stored as it is gets sealed at the next start', async () => {
  await server.kill9();
  const [row] = await server.rawDatabase.sql('SELECT value FROM settings WHERE id = 1');
  const settings = JSON.parse(String(row?.value));
  settings.mail = { ...MAIL, password: 'marked-old' };
  const value = JSON.stringify(settings).replaceAll("'", "''");
  await server.rawDatabase.sql(`UPDATE settings SET value = '${value}' WHERE id = 1`);
  await server.rawDatabase.sql("UPDATE notice_preferences SET webhook_secret = 'whsec_marked'");
  const again = await startContract(['--no-captcha'], server.data);
  const found = await stored();
  for (const text of found) expect(text).toMatch(/^v1\.[0-9a-f]{8}\./);
  expect(JSON.stringify((await again.admin.api.call('GET system/settings', {})) as object)).toContain(DOTS);
  await again.stop();
});
