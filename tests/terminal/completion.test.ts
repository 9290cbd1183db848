import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import STANDARD from '@shp/shared/data/standard.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { COMMAND } from '../support/server.ts';
import { desk, onDemoOverLine, proxy, server } from './demo.ts';

onDemoOverLine('admin');

/** The completions that a shell gets, with their descriptions. */
async function asked(...words: string[]): Promise<[value: string, about: string][]> {
  const { code, out, err } = await desk.shp(['__complete', ...words]);
  expect([code, err]).toEqual([0, '']);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t') as [string, string]);
}
const values = async (...words: string[]) => (await asked(...words)).map(([value]) => value);

describe('completion from the server with a session', () => {
  test('completes accounts, numbers and names as ids, each with its counterpart as description', async () => {
    const [station] = lines((await desk.shp(['stations', 'list', '--filter', 'station0007'])).out) as [
      { account: string; profile: { name: string } },
    ];
    const { name } = station.profile;
    expect(await asked('stations', 'show', 'station0007')).toEqual([['station0007', name]]);
    expect(await asked('stations', 'update', name)).toEqual([[name, 'station0007']]);
    expect(await asked('--lang', 'en', 'stations', 'show', '--format', 'json', 'station0007')).toEqual([
      ['station0007', name],
    ]);
    expect(await values('stations', 'delete', 'ID', '')).toContain('station0007');
    const [assessment] = lines((await desk.shp(['assessments', 'list', '--size', '1'])).out);
    expect(await values('assessments', 'events', String(assessment?.number))).toEqual([assessment?.number]);
    expect(await values('files', 'list', String(assessment?.number))).toEqual([assessment?.number]);
    expect(await values('supervise', 'link', 'supervisor1')).toEqual(['supervisor1']);
    expect(await values('supervise', 'link', 'supervisor1', 'X', 'station0007')).toEqual(['station0007']);
    const [document] = lines((await desk.shp(['documents', 'list'])).out);
    expect(await values('documents', 'download', String(document?.id))).toEqual([document?.id]);
    expect(await values('standard', 'show', 'draft')).toHaveLength(1);
  });

  test('completes the flags and values of every command with descriptions', async () => {
    expect((await values('--lang', 'zh', 'sta')).toSorted()).toEqual(['standard', 'stations', 'stats', 'status']);
    expect(await values('--lang', '')).toEqual(['zh', 'en']);
    expect(await values('stations', 'list', '--lang', '')).toEqual(['zh', 'en']);
    expect(await values('--timeout', '5', 'token', '')).toEqual(['create', 'list', 'revoke']);
    expect(await values('--timeout', '')).toEqual([]);
    const told = await asked('--lang', 'en', 'stations', '');
    expect(told.map(([value]) => value)).toContain('reset-password');
    expect(told.filter(([, about]) => about === '')).toEqual([]);
    expect(await values('stations', 'list', '--sort')).toEqual(['--sort-by']);
    expect((await asked('--lang', 'en', '--verb'))[0]?.[1]).not.toBe('');
  });

  test('completes lists of experts, divisions by code or path, and enum values', async () => {
    expect(await values('assessments', 'assign', 'ID', '--experts', 'expert02,expert01')).toEqual([
      'expert02,expert01',
    ]);
    expect(await values('stations', 'list', '--city', '4503')).toContain('450300');
    expect(await values('stations', 'list', '--city', '桂林市/秀')).toEqual(['桂林市/秀峰区']);
    expect(await values('assessments', 'advance', 'ID', 'ID', 'rev')).toEqual(['reviewing', 'reviewed', 'revoked']);
    expect(await values('settings', 'set', 'minE')).toEqual(['minExperts']);
    expect(await values('api', 'GET', 'basic/st')).toEqual(['basic/status']);
    await desk.shp(['server', 'add', 'office', 'https://shp.example']);
    expect(await values('server', 'use', 'o')).toEqual(['office']);
    expect(await values('stations', 'list', '--server', 'o')).toEqual(['office']);
    expect(await values('backup', 'x')).toEqual([]);
    expect(await values('token', 'create', '--name', 'x')).toEqual([]);
  });

  test('completes aliases, and behind one what it stands for', async () => {
    await desk.shp(['alias', 'set', 'mine', 'stations list --city 450300']);
    await desk.shp(['alias', 'set', 'open', 'assessments list --status $1']);
    expect(await asked('--lang', 'en', 'mi')).toEqual(
      expect.arrayContaining([['mine', 'stations list --city 450300']]),
    );
    expect(await values('mine', '--sort')).toEqual(['--sort-by']);
    expect(await values('mine', '--lang', '')).toEqual(['zh', 'en']);
    expect(await values('alias', 'delete', 'm')).toEqual(['mine']);
    // Its placeholder is not filled in yet.
    expect(await values('open', '')).toEqual([]);
    expect((await values('open', 'submitted', '--pa')).toSorted()).toEqual(['--page', '--password-stdin']);
  });

  test('caches values briefly and deletes them with the session', async () => {
    const count = () => proxy.seen.filter(({ url }) => url.startsWith('/api/user/stations')).length;
    await values('stations', 'show', 'station00');
    const before = count();
    expect((await values('stations', 'show', 'station00')).length).toBeGreaterThan(10);
    expect(count()).toBe(before);
    const kept = join(desk.folder, 'config', 'completion.json');
    expect(statSync(kept).mode & 0o077).toBe(0);
    expect(readFileSync(kept, 'utf8')).not.toContain(desk.env.SHP_TOKEN ?? 'token');
    await desk.shp(['logout']);
    expect(existsSync(kept)).toBe(false);
    expect(await values('stations', 'show', '')).toEqual([]);
  });

  test('stays silent without a server, with a hanging server, an expired session or a damaged configuration', async () => {
    proxy.rule = ({ url }) => (url.includes('user/stations') ? 'hang' : undefined);
    expect(await values('stations', 'show', 'x')).toEqual([]);
    proxy.rule = () => ({ status: 401, body: '{"code":"unauthenticated","message":""}' });
    expect(await values('stations', 'show', 'y')).toEqual([]);
    expect(await values('stations', 'show', 'z', '--server', 'http://127.0.0.1:1', '')).toEqual([]);
    expect(await values('frobnicate', '')).toEqual([]);
    expect(await values()).toContain('stations');
    writeFileSync(join(desk.folder, 'config', 'config.json'), '{');
    expect(await values('stations', 'show', '')).toEqual([]);
  });
});

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];
const installed = (shell: Shell) => spawnSync(shell, ['-c', 'exit']).status === 0;

test.runIf(process.env.CI)('CI has every supported shell', () => {
  const missing = SHELLS.filter((shell) => !installed(shell));
  expect(missing, `install them: apt-get install -y ${missing.join(' ')}`).toEqual([]);
});

/** A shell with the completion installed as in the README, and without the machine's own configuration. */
async function shellOf(shell: Shell) {
  // execFileSync blocks this process, which runs the proxy, so the shell calls the server directly.
  desk.env.SHP_SERVER = server.url;
  await desk.login('admin');
  const bin = join(desk.folder, 'bin');
  const home = join(desk.folder, `home-${shell}`);
  for (const folder of [bin, home]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(bin, 'shp'), `#!/bin/sh\nexec ${process.execPath} ${COMMAND} "$@"\n`);
  chmodSync(join(bin, 'shp'), 0o755);
  const file = join(home, 'completion');
  writeFileSync(file, (await desk.shp(['completion', shell])).out);
  const env = { ...process.env, ...desk.env, HOME: home, XDG_CONFIG_HOME: home, PATH: `${bin}:${process.env.PATH}` };
  const run = (program: string, words: readonly string[] = []) =>
    execFileSync(shell, [...START[shell], program, ...words], { encoding: 'utf8', env });
  return (line: string): string[] => {
    const words = line.split(' ');
    switch (shell) {
      case 'bash':
        return found(
          run(`source '${file}'; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shp; printf '%s\\n' "\${COMPREPLY[@]}"`, [
            'bash',
            ...words,
          ]),
        );
      case 'fish':
        return found(run(`source '${file}'; complete -C '${line}'`)).map((one) => one.split('\t')[0] ?? '');
      case 'zsh':
        return found(
          run(
            `source '${file}'; compadd() { print -rl -- \${(M)values:#\${words[CURRENT]}*}; }; _files() { :; }; words=("$@"); CURRENT=$#; shp_complete() { funcstack=(); }; _shp`,
            ['zsh', ...words],
          ),
        );
    }
  };
}
const START = { bash: ['--norc', '-c'], zsh: ['-f', '-c'], fish: ['--no-config', '-c'] } as const;
const found = (out: string) => out.split('\n').filter((line) => line !== '');

describe.each(SHELLS)('%s', (shell) => {
  // A developer's machine may lack a shell; CI may not.
  test.skipIf(!installed(shell))(`completes (skipped where ${shell} is not installed)`, async () => {
    const complete = await shellOf(shell);
    expect(complete('shp --lang zh sta').toSorted()).toEqual(['standard', 'stations', 'stats', 'status']);
    expect(complete('shp --lang ').toSorted()).toEqual(['en', 'zh']);
    await desk.shp(['alias', 'set', 'starred', 'stations list']);
    expect(complete('shp star')).toEqual(['starred']);
    expect(complete('shp starred --sort')).toEqual(['--sort-by']);
    expect(complete('shp token ').toSorted()).toEqual(['create', 'list', 'revoke']);
    expect(complete('shp stations list --format t').toSorted()).toEqual(['table', 'tsv']);
    expect(complete('shp stations show station000')).toHaveLength(9);
    expect(complete('shp stations list --city 桂林市/秀')).toEqual(['桂林市/秀峰区']);

    // A shell expands completion words: a text entered by another account must not run here.
    const marker = join(desk.folder, `ran-${shell}`);
    for (const [at, version] of [`$(touch ${marker})`, `\`touch ${marker}\``, `x;touch ${marker}`].entries()) {
      const file = join(desk.folder, `standard-${at}.json`);
      writeFileSync(file, JSON.stringify({ ...STANDARD, version }));
      await desk.shp(['standard', 'import', file]);
    }
    expect(complete('shp standard show ')).toEqual([STANDARD.version]);
    expect(existsSync(marker)).toBe(false);
  });
});

test('the launcher of a clone runs the command', () => {
  const launcher = new URL('../../cli/bin/shp.mjs', import.meta.url).pathname;
  expect(execFileSync(launcher, ['--version'], { encoding: 'utf8' })).toBe('0.1.0\n');
});
