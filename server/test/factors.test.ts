import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { generateSync } from 'otplib/functional';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newRecoveryCodes, printedCode } from '../src/auth/factors/recovery.ts';
import { KEY_FILE, Seal, SealBroken } from '../src/auth/factors/seal.ts';
import { newSecret, stepOfCode } from '../src/auth/factors/totp.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const NOON = Date.parse('2026-11-23T04:00:00Z');
const codeAt = (seconds: number) => generateSync({ secret: SECRET, epoch: NOON / 1000 + seconds });
const STEP = NOON / 30_000;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'shp-seal-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

describe('codes of an app', () => {
  test.each([
    [0, STEP],
    [-30, STEP - 1],
    [30, STEP + 1],
    [-60, null],
    [60, null],
    [3600, null],
  ])('of a clock that is %i s ahead', async (seconds, step) => {
    expect(await stepOfCode(SECRET, codeAt(seconds), 0, NOON)).toBe(step);
  });

  test('with spaces; never one that was used, nor one before it', async () => {
    expect(await stepOfCode(SECRET, codeAt(0).replace(/^.../, '$& '), 0, NOON)).toBe(STEP);
    expect(await stepOfCode(SECRET, codeAt(0), STEP, NOON)).toBeNull();
    expect(await stepOfCode(SECRET, codeAt(-30), STEP, NOON)).toBeNull();
    expect(await stepOfCode(SECRET, codeAt(30), STEP, NOON)).toBe(STEP + 1);
  });

  test('no other text is a code', async () => {
    for (const text of ['', '12345', '1234567', '１２３４５６', 'abcdef', '-1.5e3'])
      expect(await stepOfCode(SECRET, text, 0, NOON)).toBeNull();
  });
});

describe('sealed secrets', () => {
  test('open with the same key for the same account only', () => {
    const [path, other] = [folder(), folder()];
    new Seal(other).seal('', '');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, holder) => {
        const sealed = new Seal(path).seal(secret, holder);
        expect(new Seal(path).open(sealed, holder)).toBe(secret);
        expect(() => new Seal(path).open(sealed, `${holder}x`)).toThrow(SealBroken);
        expect(() => new Seal(other).open(sealed, holder)).toThrow(SealBroken);
      }),
    );
  });

  test('a changed text does not open; a wrong key file is told, not replaced', async () => {
    const path = folder();
    const seal = new Seal(path);
    const sealed = seal.seal(await newSecret(), 'u');
    const at = sealed.lastIndexOf('.') - 3;
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(() => seal.open(changed, 'u')).toThrow(SealBroken);
    writeFileSync(join(path, KEY_FILE), 'garbage');
    expect(() => new Seal(path).seal('x', 'u')).toThrow(SealBroken);
  });
});

test('recovery codes differ, have 120 bits and are printed in groups', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(printedCode(code)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
});
