import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterEach, expect, test } from 'vitest';
import { codeOf } from '../support/factors.ts';
import { rawDatabase } from '../support/rawDatabase.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { onTerminal } from './terminal.ts';
import { closeAll, openTui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const login = (account: string, lines: readonly string[], ...flags: string[]) =>
  desk.shp(['login', '--account', account, '--password-stdin', ...flags], { input: `${lines.join('\n')}\n` });

/** Adds an app at the terminal; returns its key and the recovery codes. */
async function addApp(account: string) {
  await desk.login(account, DEMO_PASSWORD, { confirmed: false });
  const seen = onTerminal(desk, ['factor', 'add', 'totp', '--name', 'telephone']);
  await seen.sees('This needs your password:');
  seen.type(`${DEMO_PASSWORD}\r`);
  const screen = await seen.sees(/app: [A-Z2-7]{32}[\s\S]*Code that the app shows:/);
  const secret = /app: ([A-Z2-7]{32})/.exec(screen)?.[1] ?? '';
  seen.type(`${codeOf(secret)}\r`);
  expect(await seen.ended).toBe(0);
  return { secret, codes: seen.screen().match(/\b([0-9A-Z]{4}-){5}[0-9A-Z]{4}\b/g) ?? [] };
}

test('an app is added at the terminal; a login without one names the flag, with it takes code or recovery code', async () => {
  const { secret, codes } = await addApp('city450300');
  expect(codes).toHaveLength(10);
  expect((await desk.shp(['factor', 'list', '--format', 'tsv', '--fields', 'kind,name'])).out).toContain('telephone');

  const without = await login('city450300', [DEMO_PASSWORD]);
  expect([without.code, without.out]).toEqual([2, '']);
  expect(without.err).toContain('--factor-code-stdin');
  const wrong = await login('city450300', [DEMO_PASSWORD, 'abcdef'], '--factor-code-stdin');
  expect([wrong.code, wrong.err]).toEqual([1, 'shp: login: The code is wrong or was used before\n']);
  expect((await login('city450300', [DEMO_PASSWORD, codeOf(secret, 1)], '--factor-code-stdin')).code).toBe(0);
  expect((await login('city450300', [DEMO_PASSWORD, codes[0] ?? ''], '--factor-code-stdin')).code).toBe(0);

  const asked = onTerminal(desk, ['login', '--account', 'city450300', '--without-picture']);
  await asked.sees('Password:');
  asked.type(`${DEMO_PASSWORD}\r`);
  await asked.sees('or a recovery code:');
  asked.type('nonsense\r');
  await asked.sees(/wrong or was used[\s\S]*or a recovery code:/);
  asked.type(`${codes[1]}\r`);
  expect(await asked.ended).toBe(0);
  const added = await desk.shp(['factor', 'add', 'totp']);
  expect([added.code, added.out]).toEqual([2, '']);
});

test('the terminal UI asks for the code, and the third wrong one ends the login', async () => {
  const { codes } = await addApp('city450100');
  await desk.shp(['logout']);
  const tui = openTui(desk);
  await tui.sees('Password');
  tui.type(`city450100\r${DEMO_PASSWORD}\r`);
  await tui.sees('Second step');
  for (const text of ['a', 'b']) {
    tui.type(`${text}\r`);
    await tui.sees('wrong or was used');
    tui.type('\r');
    await tui.sees('verification code');
  }
  tui.type('c\r');
  await tui.sees('This login has ended');
  tui.type(`${DEMO_PASSWORD}\r`);
  await tui.sees('Second step');
  tui.type(`${codes[0]}\r`);
  await tui.sees(/Stations entered in the system +\d+/);
});

test('an account that has only passkeys reads what to use in their place', async () => {
  const { codes } = await addApp('city450200');
  await rawDatabase(server.data, null).sql(
    "UPDATE factors SET kind = 'passkey' WHERE user_id = (SELECT id FROM users WHERE account = 'city450200')",
  );
  const list = await desk.shp(['factor', 'list', '--format', 'table', '--fields', 'kind']);
  expect(list.out).toContain('Passkey');
  const without = await login('city450200', [DEMO_PASSWORD]);
  expect([without.code, without.out]).toEqual([2, '']);
  expect(without.err).toMatch(
    /Passkeys work in the console only: use a recovery code or an access token.*--factor-code-stdin/,
  );
  await desk.shp(['logout']);
  const tui = openTui(desk);
  await tui.sees('Password');
  tui.type(`city450200\r${DEMO_PASSWORD}\r`);
  await tui.sees('Passkeys work in the console only.');
  tui.type(`${codes[0]}\r`);
  await tui.sees(/Stations entered in the system +\d+/);
});

test('a manager resets the factors of an account, and the server’s operator those of the administrator', async () => {
  await addApp('county450302');
  await desk.login('admin');
  const reset = await desk.shp(['managers', 'reset-factor', 'county450302', '--yes']);
  expect([reset.code, reset.err]).toEqual([0, '1 of 1 done\n']);
  expect((await login('county450302', [DEMO_PASSWORD])).code).toBe(0);
  await addApp('admin');
  const unlocked = await desk.shp(['unlock', 'admin', '--factors', '--data', server.data]);
  expect([unlocked.code, unlocked.err]).toEqual([0, expect.stringContaining('Second factors removed: 1')]);
  expect((await login('admin', [DEMO_PASSWORD])).code).toBe(0);
});
