import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import STANDARD from '@shp/shared/data/standard.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { COMMAND } from '../server.ts';
import { desk, onDemoOverLine, proxy, server } from './demo.ts';
import { lines } from './harness.ts';

onDemoOverLine('admin');

/** The values that a shell is told, and what it shows beside them. */
async function asked(...words: string[]): Promise<[value: string, about: string][]> {
  const { code, out, err } = await desk.shp(['__complete', ...words]);
  expect([code, err]).toEqual([0, '']);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t') as [string, string]);
}
const values = async (...words: string[]) => (await asked(...words)).map(([value]) => value);

describe('what a server knows is completed while a session is there', () => {
  test('ids, by their beginning, by account or by name, with both beside them', async () => {
    const [station] = lines((await desk.shp(['stations', 'list', '--filter', 'station0007'])).out) as [
      { id: string; account: string; profile: { name: string } },
    ];
    const told = [station.id, `station0007 ${station.profile.name}`];
    expect(await asked('stations', 'show', 'station0007')).toEqual([told]);
    expect(await asked('stations', 'update', station.profile.name)).toEqual([told]);
    expect(await asked('--lang', 'en', 'stations', 'show', '--format', 'json', station.id.slice(0, 20))).toEqual([
      told,
    ]);
    expect(await values('stations', 'delete', 'ID', '')).toContain(station.id);
    const [assessment] = lines((await desk.shp(['assessments', 'list', '--size', '1'])).out);
    expect(await values('assessments', 'events', String(assessment?.number))).toEqual([assessment?.id]);
    expect(await values('files', 'list', String(assessment?.id).slice(0, 22))).toEqual([assessment?.id]);
    const [supervisor] = lines((await desk.shp(['supervisors', 'list', '--keyword', 'supervisor1'])).out);
    expect(await values('supervise', 'link', 'supervisor1')).toEqual([supervisor?.id]);
    expect(await values('supervise', 'link', 'supervisor1', 'X', 'station0007')).toEqual([station.id]);
    const [document] = lines((await desk.shp(['documents', 'list'])).out);
    expect(await values('documents', 'download', String(document?.title))).toEqual([document?.id]);
    expect(await values('standard', 'show', 'draft')).toHaveLength(1);
  });

  test('accounts of experts in a list, divisions by code or path, words of the table', async () => {
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

  test('a value is asked for once in a while; with the session what is kept goes', async () => {
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

  test('no server, a silent one, an expired session, a damaged configuration: nothing is said', async () => {
    proxy.rule = ({ url }) => (url.includes('user/stations') ? 'hang' : undefined);
    expect(await values('stations', 'show', 'x')).toEqual([]);
    proxy.rule = () => ({ status: 401, body: '{"code":"unauthenticated","message":""}' });
    expect(await values('stations', 'show', 'y')).toEqual([]);
    expect(await values('stations', 'show', 'z', '--server', 'http://127.0.0.1:1', '')).toEqual([]);
    expect(await values('frobnicate', '')).toEqual([]);
    expect(await values()).toEqual([]);
    writeFileSync(join(desk.folder, 'config', 'config.json'), '{');
    expect(await values('stations', 'show', '')).toEqual([]);
  });
});

test('the bash function asks, and takes one that is found by name in place of what was typed', async () => {
  // The shell is waited for: the line, which is of this process, could not answer meanwhile.
  desk.env.SHP_SERVER = server.url;
  await desk.login('admin');
  const { out: script } = await desk.shp(['completion', 'bash']);
  const shp = join(desk.folder, 'shp');
  writeFileSync(shp, `#!/bin/sh\nexec ${process.execPath} ${COMMAND} "$@"\n`);
  chmodSync(shp, 0o755);
  const complete = (line: string) => {
    const words = line.split(' ');
    const program = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _shp; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...process.env, ...desk.env, PATH: `${desk.folder}:${process.env.PATH}` };
    return execFileSync('bash', ['-c', program], { encoding: 'utf8', env }).trim().split('\n');
  };
  const [{ id }] = lines((await desk.shp(['stations', 'list', '--filter', 'station0007'])).out) as [{ id: string }];
  expect(complete('shp stations show station0007')).toEqual([id]);
  expect(complete(`shp stations show --yes ${id.slice(0, 20)}`)).toEqual([id]);
  // Several that do not begin with what was typed would wipe it out.
  expect(complete('shp stations show station00')).toEqual(['']);
  expect(complete('shp stations list --city 桂林市/秀')).toEqual(['桂林市/秀峰区']);
  expect(complete('shp backup /et')).toEqual(['']);

  // A shell expands the words that it is told: nothing that somebody has entered may run here.
  const marker = join(desk.folder, 'ran');
  for (const [at, version] of [`$(touch ${marker})`, `\`touch ${marker}\``, `x;touch ${marker}`].entries()) {
    const file = join(desk.folder, `standard-${at}.json`);
    writeFileSync(file, JSON.stringify({ ...STANDARD, version }));
    expect((await desk.shp(['standard', 'import', file])).code).toBe(0);
  }
  const offered = complete('shp standard show ');
  expect(existsSync(marker)).toBe(false);
  expect(offered).toEqual([STANDARD.version]);
  expect(complete('shp standard show x')).toEqual(['']);
});

test.each(['zsh', 'fish'])('%s asks too', async (shell) => {
  const { out } = await desk.shp(['completion', shell]);
  expect(out).toContain('shp __complete');
});

test('the launcher of a clone runs the command', () => {
  const launcher = new URL('../../cli/bin/shp.mjs', import.meta.url).pathname;
  expect(execFileSync(launcher, ['--version'], { encoding: 'utf8' })).toBe('0.1.0\n');
});
