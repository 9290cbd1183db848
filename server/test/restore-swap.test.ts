import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finishRestore, isSwapPending } from '@shp/server/backup/swap';
import { afterEach, beforeEach, expect, test } from 'vitest';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'shp-swap-'));
});
afterEach(() => rmSync(data, { recursive: true }));

function put(paths: readonly string[], text: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    writeFileSync(join(data, path), text);
  }
}

const OLD = ['shp.sqlite', 'shp.sqlite-wal', 'shp.sqlite-shm', 'files/aa/old', 'uploads/u', 'exports/e', 'pano.json'];
const read = (path: string) => readFileSync(join(data, path), 'utf8');

test('incomplete restored data are discarded, the old data stay', async () => {
  put([...OLD, 'restore.part/shp.sqlite', 'restore.part/files/bb/new'], 'old');
  await finishRestore(data);
  expect(readdirSync(data, { recursive: true })).not.toContain('restore.part');
  for (const path of OLD) expect(read(path)).toBe('old');
});

test.each(OLD.map((_, gone) => gone))(
  'complete restored data replace the old ones; %i of the old are gone already',
  async (gone) => {
    put([...OLD.slice(gone), 'server.lock'], 'old');
    put(['restore.ready/shp.sqlite', 'restore.ready/files/bb/new'], 'new');
    expect(isSwapPending(data)).toBe(true);
    await finishRestore(data);
    expect(readdirSync(data, { recursive: true }).sort()).toEqual(
      ['files', 'files/bb', 'files/bb/new', 'server.lock', 'shp.sqlite'].sort(),
    );
    expect([read('shp.sqlite'), read('server.lock')]).toEqual(['new', 'old']);
  },
);

test('if some files were moved already, the current state stays', async () => {
  put(['files/bb/new', 'pano.json'], 'new');
  put(['restore.moving/shp.sqlite'], 'new');
  await finishRestore(data);
  expect(readdirSync(data, { recursive: true }).sort()).toEqual(
    ['files', 'files/bb', 'files/bb/new', 'pano.json', 'shp.sqlite'].sort(),
  );
  await finishRestore(data);
  expect(existsSync(join(data, 'files/bb/new'))).toBe(true);
});
