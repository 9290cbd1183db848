import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureDir } from '../src/os/ensureDir.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'shp-folder-'));
});
afterEach(() => rmSync(place, { recursive: true }));

test('is created with its parents and permissions, and may exist already', () => {
  const path = join(place, 'a', 'b', 'c');
  ensureDir(path, 0o700);
  ensureDir(path, 0o700);
  expect([path, join(place, 'a')].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('is not created at or below a file', () => {
  const file = join(place, 'file');
  writeFileSync(file, '');
  expect(() => ensureDir(file)).toThrow('EEXIST');
  expect(() => ensureDir(join(file, 'below', 'it'))).toThrow('ENOTDIR');
});

test.runIf(existsSync('/proc/self'))('fails if the system refuses to create it', () => {
  expect(() => ensureDir('/proc/shp/below')).toThrow('ENOENT');
});
