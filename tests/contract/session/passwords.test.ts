import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorTexts } from '@shp/server/errorTexts';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { cli as english } from '@shp/shared/text/en/cli';
import { cli as chinese } from '@shp/shared/text/zh/cli';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { begun } from '../../support/accounts.ts';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager, firstLogin, managerProfile, newAccount } from '../../support/people.ts';
import { COMMAND, startServer } from '../../support/server.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const { password: text } = errorTexts.en.text;
const change = (person: Person, newPassword: string) =>
  person.api.call('POST user/change_password', {
    oldPassword: hashPassword(person.password),
    newPassword: hashPassword(newPassword),
  });
const refused = async (person: Person, newPassword: string) => {
  const { status, code, fields } = await refusal(change(person, newPassword));
  expect([status, code, Object.keys(fields)]).toEqual([400, 'invalid', ['newPassword']]);
  return fields.newPassword;
};
const add = (account: string, password: string) =>
  server.admin.api.call('POST user/add_manager', {
    account,
    role: 'ministry_manager',
    division: null,
    profile: managerProfile('密码'),
    password: hashPassword(password),
  });
/** Moves these columns of an account back by this many days. */
const daysAgo = (id: string, days: number) =>
  server.rawDatabase.sql(
    'UPDATE users SET password_set_at = ?, must_change_since = CASE WHEN must_change_password = 1 THEN ? END WHERE id = ?',
    ...Array(2).fill(new Date(Date.now() - days * 86_400_000).toISOString()),
    id,
  );

describe('weak passwords', () => {
  test('the empty text, the account and common passwords are refused for users', async () => {
    const person = await addManager(server, 'ministry_manager');
    expect(await refused(person, '')).toBe(text.required);
    expect(await refused(person, person.account)).toBe(text.sameAsAccount);
    expect(await refused(person, person.account.toUpperCase())).toBe(text.sameAsAccount);
    expect(await refused(person, '123456')).toBe(text.tooCommon);
    expect(await refused(person, 'Password1')).toBe(text.tooCommon);
    expect(await refused(person, person.password)).toBe(text.sameAsOld);
    expect(await outcome(server.login(person.account, person.password))).toBe('200');
  });

  test('are refused in both languages', async () => {
    const person = await addManager(server, 'ministry_manager');
    const chinese = server.as(person.token, 'zh');
    const { fields } = await refusal(
      chinese.call('POST user/change_password', {
        oldPassword: hashPassword(person.password),
        newPassword: hashPassword('123456'),
      }),
    );
    expect(fields).toEqual({ newPassword: errorTexts.zh.text.password.tooCommon });
  });

  test('are refused for added accounts', async () => {
    const account = newAccount('Weak');
    for (const [password, problem] of [
      ['', text.required],
      [account, text.sameAsAccount],
      [account.toLowerCase(), text.sameAsAccount],
      ['12345678', text.tooCommon],
    ] as const) {
      const { status, code, fields } = await refusal(add(account, password));
      expect([status, code, fields]).toEqual([400, 'invalid', { password: problem }]);
    }
    expect(await outcome(add(account, 'chosen-by-admin'))).toBe('200');
  });
});

test('a new password differs from the current one and the four before', async () => {
  const person = await addManager(server, 'ministry_manager');
  for (const next of ['first-1', 'second-2', 'third-3', 'fourth-4']) {
    await change(person, next);
    person.password = next;
  }
  // The password before these was `contract-2026`.
  for (const old of ['contract-2026', 'first-1', 'second-2', 'third-3'])
    expect(await refused(person, old)).toBe(text.usedBefore);
  expect(await refused(person, 'fourth-4')).toBe(text.sameAsOld);
  await change(person, 'fifth-5');
  person.password = 'fifth-5';
  expect(await outcome(change(person, 'contract-2026'))).toBe('200');
});

test('a reset does not allow the previous password again', async () => {
  const person = await addManager(server, 'ministry_manager');
  const { initialPassword } = await server.admin.api.call('POST user/reset_password', { id: person.id });
  const again = { ...(await server.login(person.account, initialPassword)), password: initialPassword };
  expect(await refused(again, person.password)).toBe(text.usedBefore);
  await change(again, 'another-9');
  expect(await refused({ ...again, password: 'another-9' }, initialPassword)).toBe(text.usedBefore);
});

describe('password age', () => {
  const ages = (passwordDays: number, initialPasswordDays: number) =>
    server.admin.api.call('POST system/update_settings', { passwordDays, initialPasswordDays });

  test('an initial password expires after its days; a reset starts them again', async () => {
    await ages(0, 7);
    const account = newAccount('initial');
    const { id, initialPassword = '' } = await server.admin.api.call('POST user/add_manager', {
      account,
      role: 'ministry_manager',
      division: null,
      profile: managerProfile('初始'),
    });
    await daysAgo(id, 6.9);
    expect(await outcome(server.login(account, initialPassword))).toBe('200');
    await daysAgo(id, 7);
    const { status, code, fields, message } = await refusal(server.login(account, initialPassword));
    expect([status, code, fields, message]).toEqual([400, 'bad_credentials', { password: text.ended }, text.ended]);
    // Only a login with the right password reports that.
    expect((await refusal(server.login(account, 'wrong-1'))).fields).toEqual({});
    const reset = await server.admin.api.call('POST user/reset_password', { id });
    expect(await outcome(firstLogin(server, account, reset.initialPassword))).toBe('200');
  });

  test('an expired password must be changed at the next login', async () => {
    const person = await addManager(server, 'ministry_manager');
    await ages(90, 30);
    await daysAgo(person.id, 89.9);
    expect((await server.login(person.account, person.password)).token).toBeTruthy();
    expect(await outcome(person.api.call('GET basic/status', {}))).toBe('200');
    await daysAgo(person.id, 90);
    const { user, token } = begun(
      await server.guest.call('POST session/login', {
        account: person.account,
        password: hashPassword(person.password),
        key: '',
        code: '',
      }),
    );
    expect(user.mustChangePassword).toBe(true);
    const later = { ...person, token, api: server.as(token) };
    expect(await outcome(later.api.call('GET basic/status', {}))).toBe('403 password_change_required');
    await change(later, 'renewed-1');
    expect(await outcome(later.api.call('GET basic/status', {}))).toBe('200');
    const [row] = await server.rawDatabase.sql('SELECT must_change_since FROM users WHERE id = ?', person.id);
    expect(row?.must_change_since).toBeNull();
  });

  test('0 days: passwords never expire', async () => {
    const person = await addManager(server, 'ministry_manager');
    await ages(0, 30);
    await daysAgo(person.id, 5000);
    expect(await outcome(server.login(person.account, person.password))).toBe('200');
    expect(await outcome(person.api.call('GET basic/status', {}))).toBe('200');
  });
});

describe("the first administrator's password", () => {
  const run = promisify(execFile);
  const serve = async (password: string, lang: 'en' | 'zh') => {
    const data = await mkdtemp(join(tmpdir(), 'shp-admin-'));
    onTestFinished(() => rm(data, { recursive: true }));
    const env = { ...process.env, SHP_LANG: lang, SHP_ADMIN_PASSWORD: password, SHP_DATABASE_URL: '' };
    return run(process.execPath, [COMMAND, 'serve', '--port', '0', '--data', data], { env }).then(
      () => ({ exit: 0, said: '' }),
      (error: { code: number; stderr: string }) => ({ exit: error.code, said: error.stderr }),
    );
  };

  test.each(['1', '123456', 'Admin', 'with a space'])(
    '%j stops the start with exit code 2 and the reason',
    async (password) => {
      const { exit, said } = await serve(password, 'en');
      const reason = { '1': text.length, '123456': text.tooCommon, Admin: text.length }[password] ?? text.spaces;
      expect([exit, said]).toEqual([2, expect.stringContaining(english.serve.adminPassword(reason))]);
    },
  );

  test("the reason is in the command's language", async () => {
    const { said } = await serve('123456', 'zh');
    expect(said).toContain(chinese.serve.adminPassword(errorTexts.zh.text.password.tooCommon));
  });

  test('a server with accounts ignores it and starts', async () => {
    const data = await mkdtemp(join(tmpdir(), 'shp-admin-'));
    onTestFinished(() => rm(data, { recursive: true }));
    const first = await startServer({ SHP_ADMIN_PASSWORD: 'admin-2026' }, ['--no-captcha'], data);
    await first.stop();
    const second = await startServer({ SHP_ADMIN_PASSWORD: '1' }, ['--no-captcha'], data);
    expect(await second.stop()).toBe(0);
  });
});
