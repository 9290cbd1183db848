import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../support/server.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

let folder: string;
let home: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shp-package-'));
  execFileSync('node', ['scripts/package.mjs', folder], { cwd: ROOT, stdio: 'pipe' });
  const [packed = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await mkdir(join(folder, 'installed'));
  execFileSync('tar', ['-xzf', join(folder, packed), '-C', join(folder, 'installed')]);
  home = join(folder, 'installed/package');
  // Only the files that an installation would fetch.
  const { dependencies } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const place = join(home, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), place);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('npm pack contains the command, the server and the console', async () => {
  const command = join(home, 'dist/shp.js');
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  expect(execFileSync('node', [command, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`);

  const server = await startServer({}, [], undefined, command);
  try {
    const health = await fetch(`${server.url}/api/health`);
    expect(await health.json()).toEqual({ status: 'ok', version, database: 'ok' });
    // The captcha picture is drawn by a native package.
    expect((await fetch(`${server.url}/api/basic/validate_code`)).status).toBe(200);
    const work = await fetch(`${server.url}/api/basic/validate_code?kind=work`);
    expect(await work.json()).toMatchObject({ challenge: { parameters: { algorithm: 'SHA-256' } } });
    const page = await (await fetch(server.url)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
    expect((await fetch(server.url + script)).headers.get('content-type')).toMatch(/javascript/);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

test('it contains the list of common passwords', async () => {
  const start = startServer({ SHP_ADMIN_PASSWORD: '123456' }, [], undefined, join(home, 'dist/shp.js'));
  await expect(start).rejects.toThrow('this password is too common');
});

test('bundled and required packages are listed, the required ones with exact versions', async () => {
  const { components } = JSON.parse(await readFile(join(folder, 'sbom.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const { dependencies } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const needed = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  expect(needed).toEqual(expect.arrayContaining([expect.stringMatching(/^tar-fs@\d/)]));
  expect(components.map(({ name, version }) => `${name}@${version}`)).toEqual(expect.arrayContaining(needed));
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'fastify', 'react', 'ink']));
  expect(names).not.toContain('vitest');
});
