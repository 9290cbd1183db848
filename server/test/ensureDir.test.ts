import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../src/os/ensureDir.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'shp-folder-'));
});
afterEach(() => rmSync(place, { recursive: true }));

test('is made with those above it, all with its rights, and may be there already', () => {
  const path = join(place, 'a', 'b', 'c');
  makeFolder(path, 0o700);
  makeFolder(path, 0o700);
  expect([path, join(place, 'a')].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('is not made where a file stands, nor below one', () => {
  const file = join(place, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(join(file, 'below', 'it'))).toThrow('ENOTDIR');
});

test.runIf(existsSync('/proc/self'))('ends where the system takes no folder', () => {
  expect(() => makeFolder('/proc/shp/below')).toThrow('ENOENT');
});
