import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isCommonPassword } from '@shp/server/auth/commonPasswords';
import { checkNewPassword, plainPasswordProblem } from '@shp/server/auth/passwordRules';
import { errorTexts } from '@shp/server/errorTexts';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const list = readFileSync(new URL('../data/common-passwords.bin', import.meta.url));
const digests = Array.from({ length: list.length / 8 }, (_, at) => list.subarray(at * 8, at * 8 + 8));

test('the list has at least 20,000 digests, ascending, in at most 700 kB', () => {
  expect(digests.length).toBeGreaterThanOrEqual(20_000);
  expect(list.length).toBeLessThanOrEqual(700_000);
  expect(digests.every((digest, at) => at === 0 || Buffer.compare(digests[at - 1] ?? digest, digest) < 0)).toBe(true);
});

test.each(['123456', 'password', 'a123456', '123456789', 'qwerty', 'Password1', 'P@ssw0rd', 'Aa123456', 'ABC123'])(
  '%s is common',
  async (password) => {
    expect(await isCommonPassword(hashPassword(password))).toBe(true);
  },
);

test('the first, the last and any other digest of the list is found', async () => {
  const rest = '0'.repeat(48);
  const found = (digest: Buffer | undefined) => isCommonPassword(`${digest?.toString('hex')}${rest}`.toUpperCase());
  expect([await found(digests[0]), await found(digests.at(-1))]).toEqual([true, true]);
  await fc.assert(fc.asyncProperty(fc.constantFrom(...digests), found), { numRuns: 200 });
});

test('a digest outside the list is not found', async () => {
  const known = new Set(digests.map((digest) => digest.toString('hex')));
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
      const sm3 = Buffer.from(bytes).toString('hex');
      return known.has(sm3.slice(0, 16)) === (await isCommonPassword(sm3.toUpperCase()));
    }),
  );
});

test('exactly the empty text, the account name and common passwords are refused', async () => {
  const account = fc.stringMatching(/^[A-Za-z0-9_.-]{3,32}$/);
  await fc.assert(
    fc.asyncProperty(account, fc.constantFrom('as it is', 'small', 'capital'), async (name, spelling) => {
      const typed = { 'as it is': name, small: name.toLowerCase(), capital: name.toUpperCase() }[spelling];
      await expect(checkNewPassword(hashPassword(typed), name, 'password')).rejects.toMatchObject({ code: 'invalid' });
    }),
  );
  await expect(checkNewPassword(hashPassword(''), 'somebody', 'password')).rejects.toMatchObject({ code: 'invalid' });
  const random = createHash('sm3').update('no password that anybody uses').digest('hex').toUpperCase();
  expect(await checkNewPassword(random, 'somebody', 'password')).toBeUndefined();
});

const { password: text } = errorTexts.en.text;
test.each([
  ['', text.required],
  ['12345', text.length],
  ['x'.repeat(21), text.length],
  ['with space', text.spaces],
  ['ADMIN1', text.sameAsAccount],
  ['123456', text.tooCommon],
  ['admin-2026', null],
])('a weak password as typed: %j', async (password, problem) => {
  const found = await plainPasswordProblem(password, 'admin1');
  expect(found === null ? null : found(text)).toBe(problem);
});
