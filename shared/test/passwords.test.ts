import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changePasswordProblems, hashPassword, passwordProblem } from '../src/domain/accounts/passwords.ts';
import { langOf } from '../src/domain/lib/lang.ts';
import { common as en } from '../src/text/en/common.ts';

describe('a password', () => {
  test.each([
    ['', 'please enter the password'],
    ['12345', 'password length should be 6~20 characters'],
    ['123456789012345678901', 'password length should be 6~20 characters'],
    ['123 456', 'password should not contain spaces'],
    ['      ', 'password should not contain spaces'],
    ['123456', null],
    ['12345678901234567890', null],
    ['密码密码密码', null],
  ])('%j: %s', (password, problem) => {
    expect(passwordProblem(password, en.password)).toBe(problem);
  });

  test('is valid with 6 to 20 characters and no space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 25 }), (password) => {
        const right = password.length >= 6 && password.length <= 20 && !password.includes(' ');
        expect(passwordProblem(password, en.password) === null).toBe(right);
      }),
    );
  });

  test('is sent as SM3 in upper-case hex: the two vectors of GB/T 32905', () => {
    expect(hashPassword('abc')).toBe('66C7F0F462EEEDD9D1F2D46BDC10E4E24167C4875CF2F7A2297DA02B8F4BA8E0');
    expect(hashPassword('abcd'.repeat(16))).toBe('DEBE9FF92275B8A138604889C18E5A4D6FDB70E5387E5765293DCBA39C0C5732');
  });
});

describe('changing a password', () => {
  const problems = (oldPassword: string, newPassword: string, confirmation = newPassword) =>
    changePasswordProblems({ oldPassword, newPassword, confirmation }, en.password);

  test.each([
    [['old-secret', 'new-secret'], {}],
    [['', 'new-secret'], { oldPassword: 'please enter the old password' }],
    [['old-secret', ''], { newPassword: 'please enter the new password' }],
    [['old-secret', 'new-secret', ''], { confirmation: 'the two new passwords do not match' }],
    [['old-secret', 'old-secret'], { newPassword: 'new password cannot be the same as old' }],
    [['old-secret', 'short'], { newPassword: 'password length should be 6~20 characters' }],
    [['old-secret', 'new secret'], { newPassword: 'password should not contain spaces' }],
    [['old-secret', 'new-secret', 'other'], { confirmation: 'the two new passwords do not match' }],
    [
      ['', '', 'x'],
      {
        oldPassword: 'please enter the old password',
        newPassword: 'please enter the new password',
        confirmation: 'the two new passwords do not match',
      },
    ],
  ] as [[string, string, string?], object][])('%j: %j', (values, expected) => {
    expect(problems(...values)).toEqual(expected);
  });
});

test.each([
  [undefined, 'zh'],
  ['', 'zh'],
  ['fr', 'zh'],
  ['*', 'zh'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en;q=0.5, zh-TW;q=0.7', 'zh'],
  ['fr, EN;q=0.2, zh;q=0.1', 'en'],
  ['en;q=0, zh;q=0.1', 'zh'],
  ['en;q=0', 'zh'],
])('Accept-Language %j prefers %s', (header, lang) => {
  expect(langOf(header)).toBe(lang);
});
