import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { begun } from '../support/accounts.ts';
import { newDesk } from '../support/desk.ts';
import { startServer } from '../support/server.ts';
import { strictClient } from '../support/strictClient.ts';
import { pdfOf, Tus } from '../support/tus.ts';
import { at, doctor, filesOf, onBackedUpServer, succeed, whole } from './backups.ts';
import { desk, server } from './demo.ts';

onBackedUpServer();

const left = () =>
  readdirSync(desk.folder)
    .filter((name) => name !== 'config')
    .sort();

/** Tables that a restore changes: it ends all sessions and adds an audit row. */
const CHANGED = ['sessions', 'access_tokens', 'download_tokens', 'captchas', 'audit', 'audit_end'];

/** The contents of a data directory that a restore preserves: the rows by table, and the digest of each file. */
function contentsOf(data: string): { rows: Record<string, unknown[]>; files: string } {
  const database = new Sqlite(join(data, 'shp.sqlite'), { readonly: true });
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    .pluck()
    .all() as string[];
  const stay = tables.filter((name) => !CHANGED.includes(name));
  const rows = Object.fromEntries(stay.map((name) => [name, database.prepare(`SELECT * FROM ${name}`).raw().all()]));
  database.close();
  const files = execFileSync(
    'bash',
    ['-c', "find . '(' -path './files/*' -o -name pano.json ')' -type f | sort | xargs sha256sum"],
    {
      cwd: data,
      encoding: 'utf8',
    },
  );
  return { rows, files };
}

async function restored(name = 'restored'): Promise<string> {
  await succeed(desk, ['restore', whole, '--data', at(name)]);
  return at(name);
}

describe('a backup', () => {
  test('is a plain tar with checksums, and restores the same rows and files', async () => {
    mkdirSync(at('by-hand'));
    execFileSync('tar', ['-xf', whole, '-C', at('by-hand')]);
    expect(execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: at('by-hand') })).toHaveLength(0);
    const manifest = JSON.parse(readFileSync(at('by-hand', 'manifest.json'), 'utf8'));
    const there = contentsOf(server.data).rows;
    expect(manifest.counts).toMatchObject(
      Object.fromEntries(Object.entries(there).map(([name, rows]) => [name, rows.length])),
    );
    expect(manifest.counts.files).toBeGreaterThan(100);
    const run = await desk.shp(['restore', whole, '--data', at('restored')]);
    expect([run.code, run.out]).toEqual([0, '']);
    expect(run.err).toMatch(/restored is as of .*: \d+ accounts, \d+ assessments, \d+ files\n$/);
    expect(contentsOf(at('restored'))).toEqual(contentsOf(at('by-hand')));
    expect(contentsOf(at('restored'))).toEqual(contentsOf(server.data));
    expect(statSync(whole).mode & 0o077).toBe(0);
    expect(await doctor(at('restored'))).toMatchObject({ code: 0, out: '[]\n', err: 'No problems\n' });
    const again = await startServer({}, ['--no-captcha'], at('restored'));
    expect(
      (
        await desk.shp(['login', '--account', 'admin', '--password-stdin', '--server', again.url], {
          input: 'demo-2026\n',
        })
      ).code,
    ).toBe(0);
    expect(await again.stop()).toBe(0);
  });

  test('has the signed head of the audit in its manifest, from which history goes on', async () => {
    execFileSync('tar', ['-xf', whole, '-C', desk.folder, 'manifest.json']);
    const { head } = JSON.parse(readFileSync(at('manifest.json'), 'utf8'));
    expect(head).toEqual({
      head: { size: expect.any(Number), root: expect.stringMatching(/^[0-9a-f]{64}$/), at: expect.any(String) },
      key: expect.any(String),
      signature: expect.any(String),
    });
    await desk.login('admin');
    const run = await desk.shp(['audit', 'verify', '--against', at('manifest.json')]);
    expect([run.code, run.err]).toEqual([0, expect.stringContaining(`(${head.head.size} rows) continues to`)]);
  });

  test('is one snapshot under concurrent changes', async () => {
    const busy = await startServer({ SHP_ADMIN_PASSWORD: 'admin-2026' }, ['--no-captcha']);
    const admin = await newDesk(busy.url);
    await admin.login('admin', 'admin-2026');
    const token = Object.values<{ token: string }>(
      JSON.parse(readFileSync(join(admin.folder, 'config', 'config.json'), 'utf8')).sessions,
    )[0]?.token;
    const post = async (path: string, body: unknown = {}) => {
      const response = await fetch(`${busy.url}/api/${path}`, {
        method: 'POST',
        headers: { Token: token ?? '', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(await response.text());
    };
    // Enough data that the copy takes a while, during which the writers continue.
    for (const seed of [1, 2, 3, 4]) {
      const bytes = pdfOf(12 * 2 ** 20, seed);
      await new Tus(busy, token ?? '').upload({ target: 'document', filename: `large${seed}.pdf`, roles: '' }, bytes);
    }
    // Limited, because an account may begin only 1,200 uploads per hour.
    const TURNS = 180;
    for (const name of ['1.tar', '2.tar']) {
      let going = true;
      let writes = 0;
      const work = async (worker: number) => {
        for (let turn = 0; going && turn < TURNS; turn++) {
          const bytes = pdfOf(20_000 + turn, worker * 1000 + turn);
          const id = await new Tus(busy, token ?? '').upload(
            { target: 'document', filename: `${worker}-${turn}.pdf`, roles: '' },
            bytes,
          );
          if (turn % 3 !== 0) await post(`document/delete?fileId=${id}`);
          await post('user/my_profile', { name: `admin ${worker} ${turn}` });
          writes += 1;
        }
      };
      const backup = desk.shp(['backup', at(name), '--data', busy.data]).finally(() => {
        going = false;
      });
      const [run] = await Promise.all([backup, ...[1, 2, 3].map(work)]);
      expect(run).toMatchObject({ code: 0 });
      expect(writes).toBeGreaterThan(3);
      await desk.shp(['restore', at(name), '--data', at(`${name}.d`)]);
      expect(await doctor(at(`${name}.d`))).toMatchObject({ code: 0, out: '[]\n' });
      const { rows, files } = contentsOf(at(`${name}.d`));
      expect(files.split('\n').length - 1).toBe(rows.files?.length);
    }
    await busy.stop();
    await admin.clear();
  });

  test('is compressed unless its name says otherwise, and restores the same data', async () => {
    const before = contentsOf(server.data);
    for (const name of ['x.tar.gz', 'x.tgz', 'x']) {
      expect((await desk.shp(['backup', at(name), '--data', server.data])).code).toBe(0);
      expect(readFileSync(at(name)).subarray(0, 2).toString('hex')).toMatch(/^(?:1f8b|28b5)$/);
      expect(statSync(at(name)).size).toBeLessThan(statSync(whole).size / 2);
    }
    mkdirSync(at('by-hand'));
    execFileSync('tar', ['-xzf', at('x.tar.gz'), '-C', at('by-hand')]);
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: at('by-hand') });
    await succeed(desk, ['restore', at('x.tar.gz'), '--data', at('back')]);
    expect(contentsOf(at('back'))).toEqual(before);
    const bytes = readFileSync(at('x.tar.gz'));
    for (const damaged of [
      bytes.subarray(0, bytes.length >> 1),
      bytes.subarray(0, -4),
      flip(bytes, bytes.length >> 1),
    ]) {
      writeFileSync(at('y.tar.gz'), damaged);
      const run = await desk.shp(['restore', at('y.tar.gz'), '--data', at('new')]);
      expect([run.code, run.err]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
      expect(existsSync(at('new', 'shp.sqlite'))).toBe(false);
    }
  });

  test('can be verified without a restore; the backups of a folder can be listed', async () => {
    const run = await desk.shp(['backup', 'verify', whole, '--format', 'json']);
    const sha256 = createHash('sha256').update(readFileSync(whole)).digest('hex');
    expect([run.code, JSON.parse(run.out)]).toMatchObject([0, { sha256, unsound: [], program: expect.any(String) }]);
    writeFileSync(at('x.tar'), flip(readFileSync(whole), 700));
    const damaged = await desk.shp(['backup', 'verify', at('x.tar')]);
    expect([damaged.code, damaged.out]).toEqual([1, '']);
    expect(damaged.err).toMatch(/damaged: files\//);
    mkdirSync(at('nightly'));
    for (const name of ['shp-20200102T030405Z.tar', 'shp-20210102T030405Z.tar.gz.age', 'notes.txt'])
      writeFileSync(at('nightly', name), 'x');
    const list = await desk.shp(['backup', 'list', at('nightly'), '--format', 'json']);
    expect(JSON.parse(list.out)).toEqual([
      { file: 'shp-20210102T030405Z.tar.gz.age', at: '2021-01-02T03:04:05.000Z', bytes: 1, encrypted: true },
      { file: 'shp-20200102T030405Z.tar', at: '2020-01-02T03:04:05.000Z', bytes: 1, encrypted: false },
    ]);
    const tried = await desk.shp(['backup', 'list', at('nightly'), '--keep', '4w', '--format', 'json']);
    expect(JSON.parse(tried.out).map(({ expired }: { expired: boolean }) => expired)).toEqual([true, true]);
    const rule = `${Math.ceil((Date.now() - Date.UTC(2021, 0, 2)) / 86_400_000)}d`;
    const kept = await desk.shp(['backup', 'list', at('nightly'), '--keep', rule, '--format', 'csv']);
    expect(kept.out.split('\r\n').map((line) => line.split(',').at(-1))).toEqual(['expired', 'false', 'true', '']);
    expect(readdirSync(at('nightly'))).toHaveLength(3);
    expect((await desk.shp(['backup', 'list', at('nightly'), '--keep', 'all'])).code).toBe(2);
    cpSync(whole, at('nightly', 'before-upgrade'));
    const named = JSON.parse((await desk.shp(['backup', 'list', at('nightly'), '--format', 'json'])).out);
    expect(named.map(({ file }: { file: string }) => file)).toEqual([
      'before-upgrade',
      'shp-20210102T030405Z.tar.gz.age',
      'shp-20200102T030405Z.tar',
    ]);
    expect((await desk.shp(['backup', 'list', at('nowhere')])).code).toBe(1);
  });

  test('encrypted for an age key opens with the secret key only', async () => {
    const keys = await Promise.all([1, 2].map(() => generateX25519Identity()));
    const [recipient = ''] = await Promise.all(keys.map(identityToRecipient));
    for (const [index, key] of keys.entries()) writeFileSync(at(`${index}.txt`), `# created today\n${key}\n`);
    const made = await desk.shp(['backup', at('x.tar.gz.age'), '--data', server.data, '--recipient', recipient]);
    expect(made).toMatchObject({ code: 0 });
    expect(readFileSync(at('x.tar.gz.age')).toString('latin1')).toMatch(/^age-encryption\.org\/v1/);
    const restore = (...flags: string[]) => desk.shp(['restore', at('x.tar.gz.age'), '--data', at('back'), ...flags]);
    expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining('--identity FILE') });
    expect(await restore('--identity', at('1.txt'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('a different key'),
    });
    expect(await restore('--identity', whole)).toMatchObject({
      code: 2,
      err: expect.stringContaining('not an age key'),
    });
    expect(existsSync(at('back', 'shp.sqlite'))).toBe(false);
    expect((await restore('--identity', at('0.txt'))).code).toBe(0);
    expect(contentsOf(at('back'))).toEqual(contentsOf(server.data));
    writeFileSync(at('y.age'), readFileSync(at('x.tar.gz.age')).subarray(0, -100));
    const cut = await desk.shp(['backup', 'verify', at('y.age'), '--identity', at('0.txt')]);
    expect(cut).toMatchObject({ code: 1, err: expect.stringContaining('not a backup, or truncated') });
    const none = await desk.shp(['backup', at('z'), '--data', server.data, '--recipient', 'age1nothing']);
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('--recipient is not an age key') });
    expect(readdirSync(server.data).filter((name) => name.includes('part'))).toEqual([]);
  });

  test('into a folder is named by its time; backups older than --keep are deleted, other files stay', async () => {
    mkdirSync(at('nightly'));
    for (const name of [
      'shp-20200101T000000Z.tar',
      'shp-20200101T000000Z.tar.part',
      'notes.txt',
      'mine-20200101.tar',
    ]) {
      writeFileSync(at('nightly', name), 'old');
    }
    const yesterday = `shp-${new Date(Date.now() - 86_400_000).toISOString().replace(/[-:]|\.\d+/g, '')}.tar`;
    writeFileSync(at('nightly', yesterday), 'old');
    const run = await desk.shp(['backup', at('nightly'), '--data', server.data, '--keep', '2d']);
    expect(run.err).toMatch(/\d+ files\nRemoved, older than --keep: shp-20200101T000000Z.tar\n$/);
    const names = readdirSync(at('nightly')).sort();
    expect(names).toHaveLength(4);
    expect(names.slice(0, 2)).toEqual(['mine-20200101.tar', 'notes.txt']);
    expect(names[2]).toBe(yesterday);
    expect((await desk.shp(['restore', at('nightly', names[3] ?? ''), '--data', at('new')])).code).toBe(0);
  });

  test('that fails deletes no older one', async () => {
    mkdirSync(at('nightly'));
    writeFileSync(at('nightly', 'shp-20200101T000000Z.tar'), 'old');
    const run = await desk.shp(['backup', at('nightly'), '--data', at('nowhere'), '--keep', '2d']);
    expect(run.code).toBe(1);
    expect(run.err).toContain('no database in');
    expect(run.err).toContain('pg_dump');
    expect(readdirSync(at('nightly'))).toEqual(['shp-20200101T000000Z.tar']);
  });

  test("includes files from the server's file directory, and restores everything into one place", async () => {
    const apart = await restored('apart');
    const before = contentsOf(apart);
    mkdirSync(at('shared'));
    renameSync(join(apart, 'files'), at('shared', 'files'));
    expect((await desk.shp(['backup', at('x.tar'), '--data', apart])).code).toBe(6);
    expect((await desk.shp(['backup', at('x.tar'), '--data', apart, '--files', at('shared'), '--yes'])).code).toBe(0);
    expect((await desk.shp(['doctor', '--data', apart, '--files', at('shared')])).code).toBe(0);
    expect((await desk.shp(['restore', at('x.tar'), '--data', at('back')])).code).toBe(0);
    expect(contentsOf(at('back'))).toEqual(before);
  });

  test('does not overwrite a file without --yes', async () => {
    writeFileSync(at('x.tar'), 'mine');
    expect(await desk.shp(['backup', at('x.tar'), '--data', server.data])).toMatchObject({ code: 2 });
    expect(readFileSync(at('x.tar'), 'utf8')).toBe('mine');
    expect((await desk.shp(['backup', at('x.tar'), '--data', server.data, '--yes'])).code).toBe(0);
    expect(await desk.shp(['backup', at('y.tar'), '--data', server.data, '--keep', '3d'])).toMatchObject({
      code: 2,
      err: 'shp: backup: --keep needs a folder in place of FILE\n',
    });
  });

  test('reports missing or changed files and saves the rest', async () => {
    const data = await restored();
    const [one = '', other = ''] = filesOf(data);
    rmSync(join(data, one));
    appendFileSync(join(data, other), 'x');
    const run = await desk.shp(['backup', at('x.tar'), '--data', data]);
    expect(run.code).toBe(6);
    for (const path of [one, other]) expect(run.err).toContain(path.split('/')[2]);
    const back = await desk.shp(['restore', at('x.tar'), '--data', at('back')]);
    expect(back.code).toBe(6);
    expect(contentsOf(at('back')).rows).toEqual(contentsOf(data).rows);
  });
});

describe('a restore', () => {
  test('ends all sessions, audits it, and lists accounts deleted or reset since', async () => {
    const live = await startServer({ SHP_ADMIN_PASSWORD: 'admin-2026' }, ['--no-captcha'], at('live'));
    const admin = strictClient(live.url, null, 'en');
    const login = { account: 'admin', password: hashPassword('admin-2026'), key: '', code: '' };
    const { token } = begun(await admin.call('POST session/login', login));
    const own = strictClient(live.url, token, 'en', 'admin-2026');
    const add = async (account: string) => {
      const profile = { name: account, contact: '示例', phone: '0771-5550000' };
      const { id } = await own.call('POST user/add_manager', { account, role: 'ministry_manager', profile });
      return id;
    };
    const [gone, reset] = [await add('gone-1'), await add('reset-1')];
    const job = await own.call('POST session/create_token', { name: 'job', scopes: ['read'], expiresInDays: 9 });
    await succeed(desk, ['backup', at('x.tar.gz'), '--data', at('live')]);
    await own.call('POST user/delete', { userId: gone, softDelete: true });
    await own.call('POST user/reset_password', { id: reset });
    await own.call('POST session/revoke_token', { id: job.id });
    expect(await live.stop()).toBe(0);
    const run = await desk.shp(['restore', at('x.tar.gz'), '--data', at('live'), '--yes']);
    expect(run).toMatchObject({ code: 0 });
    expect(run.err).toContain('Deleted after the backup and now restored: gone-1\n');
    expect(run.err).toContain('Password reset after the backup; the old one is valid again: reset-1\n');
    expect(run.err).toContain('All sessions and access tokens have ended');
    const again = await startServer({}, ['--no-captcha'], at('live'));
    for (const dead of [token, job.token])
      expect((await fetch(`${again.url}/api/user`, { headers: { Token: dead } })).status).toBe(401);
    const sqlite = new Sqlite(join(at('live'), 'shp.sqlite'), { readonly: true });
    for (const table of ['sessions', 'access_tokens', 'download_tokens', 'captchas'])
      expect([table, sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0]);
    sqlite.close();
    const next = begun(await strictClient(again.url, null, 'en').call('POST session/login', login));
    const later = strictClient(again.url, next.token, 'en', 'admin-2026');
    const digest = createHash('sha256')
      .update(readFileSync(at('x.tar.gz')))
      .digest('hex');
    const [row] = (await later.call('GET audit', { action: 'restore' })).items;
    expect(row).toMatchObject({ by: null, object: { kind: 'backup' }, changes: { digest: [null, digest] } });
    expect(row?.changes.backupAt?.[1]).toMatch(/^\d{4}-/);
    expect(await later.call('GET audit/verify', {})).toMatchObject({ ok: true });
    expect(await again.stop()).toBe(0);
    expect(await doctor(at('live'))).toMatchObject({ code: 0 });
    const elsewhere = await desk.shp(['restore', at('x.tar.gz'), '--data', at('new')]);
    expect(elsewhere.err).toContain('the list is not available');
  });

  test('refuses a directory in use or with data, and changes neither', async () => {
    const run = await desk.shp(['restore', whole, '--data', server.data, '--yes']);
    expect([run.code, run.err]).toEqual([
      1,
      `shp: restore: ${server.data} is in use by process ${server.process.pid}, which listens on ${server.url}\n`,
    ]);
    const data = await restored();
    const before = contentsOf(data);
    expect(await desk.shp(['restore', whole, '--data', data])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes'),
    });
    expect(contentsOf(data)).toEqual(before);
    writeFileSync(join(data, 'mine.txt'), 'x');
    mkdirSync(join(data, 'uploads'));
    writeFileSync(join(data, 'uploads', 'half'), 'x');
    expect((await desk.shp(['restore', whole, '--data', data, '--yes'])).code).toBe(0);
    expect(contentsOf(data)).toEqual(before);
    expect(readdirSync(data).sort()).toEqual(['files', 'mine.txt', 'pano.json', 'server.held', 'shp.sqlite']);
  });

  const place = (bytes: Buffer, text: string) => bytes.indexOf(text);
  const DAMAGES: [string, (bytes: Buffer) => Buffer, RegExp][] = [
    ['cut off in the middle', (bytes) => bytes.subarray(0, bytes.length >> 1), /not a backup, or truncated/],
    ['cut off in its last block', (bytes) => bytes.subarray(0, bytes.length - 600), /not a backup, or truncated/],
    ['empty', () => Buffer.alloc(0), /not a backup, or truncated/],
    ['something else', () => Buffer.from('PK'.repeat(5000)), /not a backup, or truncated/],
    ['changed in a file', (bytes) => flip(bytes, 700), /damaged: files\/[0-9a-f]{2}\//],
    ['changed in a header', (bytes) => flip(bytes, 3), /not a backup, or truncated/],
    [
      'changed in the database',
      (bytes) => flip(bytes, place(bytes, 'SQLite format 3') + 500_000),
      /damaged: shp\.sqlite/,
    ],
    ['changed in the manifest', (bytes) => flip(bytes, place(bytes, '"shp-backup-1"') + 2), /damaged: manifest\.json/],
    ['changed in a count', (bytes) => flip(bytes, place(bytes, '"users": ') + 9), /damaged: manifest\.json/],
    ['changed in the digests', (bytes) => flip(bytes, place(bytes, '  shp.sqlite\n') - 3), /damaged|not a backup/],
    ['without a file that it lists', (bytes) => without(bytes), /damaged: files\//],
  ];
  test.each(DAMAGES)('of a backup that is %s writes nothing', async (_name, damage, told) => {
    writeFileSync(at('x.tar'), damage(readFileSync(whole)));
    const run = await desk.shp(['restore', at('x.tar'), '--data', at('new'), '--yes']);
    expect([run.code, run.out]).toEqual([1, '']);
    expect(run.err).toMatch(told);
    expect(run.err).toContain('Nothing was changed.');
    expect(left()).toEqual(['x.tar']);
  });
});

describe('killed halfway', () => {
  /** Runs a command and kills it `wait` ms after a path appears. */
  async function killAt(args: string[], path: string, wait: number): Promise<void> {
    const started = desk.start(args);
    let ended = false;
    void started.done.then(() => {
      ended = true;
    });
    while (!existsSync(path) && !ended) await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, wait));
    started.child.kill('SIGKILL');
    await started.done;
  }

  test('a backup leaves no incomplete file under its name, and the next one is complete', async () => {
    const points: [string, number][] = [
      ['x.tar.part', 0],
      ['x.tar.part', 15],
      ['x.tar.sqlite.part', 0],
    ];
    let cut = 0;
    for (const [index, [name, wait]] of points.entries()) {
      await killAt(['backup', at('x.tar'), '--data', server.data], at(name), wait);
      if (existsSync(at('x.tar'))) {
        // The backup had finished before the kill.
        await succeed(desk, ['restore', at('x.tar'), '--data', at(`new${index}`)]);
        rmSync(at('x.tar'));
        rmSync(at(`new${index}`), { recursive: true });
      } else cut += 1;
    }
    expect(cut).toBeGreaterThan(0);
    expect(await desk.shp(['backup', at('x.tar'), '--data', server.data])).toMatchObject({ code: 0 });
    expect(left()).toEqual(['x.tar']);
    expect((await desk.shp(['restore', at('x.tar'), '--data', at('new')])).code).toBe(0);
  });

  test('a restore leaves either the old data or the new data', async () => {
    const data = await restored();
    const fresh = contentsOf(data);
    const [file = ''] = filesOf(data);
    const alter = () => {
      const database = new Sqlite(join(data, 'shp.sqlite'));
      database.exec("UPDATE users SET last_login_at = '2026-01-01T00:00:00.000Z'");
      database.close();
      rmSync(join(data, file), { force: true });
    };
    alter();
    const old = contentsOf(data);
    const outcomes = new Set<string>();
    const points: [string, number][] = [
      ...[0, 40, 120].map((wait): [string, number] => ['restore.part', wait]),
      ...[0, 3].map((wait): [string, number] => ['restore.ready', wait]),
      ...[0].map((wait): [string, number] => ['restore.moving', wait]),
    ];
    for (const [name, wait] of points) {
      await killAt(['restore', whole, '--data', data, '--yes'], join(data, name), wait);
      const pending = existsSync(join(data, 'restore.ready')) || existsSync(join(data, 'restore.moving'));
      if (pending) {
        const told = await desk.shp(['doctor', '--data', data]);
        expect(told).toMatchObject({ code: 1, err: expect.stringContaining('Start the server') });
        const run = await startServer({}, ['--no-captcha'], data);
        await run.stop();
      }
      const now = contentsOf(data);
      const isOld = JSON.stringify(now) === JSON.stringify(old);
      if (!isOld) expect(now.files).toEqual(fresh.files);
      if (!isOld) expect(now.rows.users).toEqual(fresh.rows.users);
      outcomes.add(isOld ? 'old' : 'new');
      alter();
    }
    expect(outcomes).toEqual(new Set(['old', 'new']));
    expect((await desk.shp(['restore', whole, '--data', data, '--yes'])).code).toBe(0);
    expect(contentsOf(data)).toEqual(fresh);
    expect(readdirSync(data).sort()).toEqual(['files', 'pano.json', 'server.held', 'shp.sqlite']);
  });
});

function flip(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8((changed[place] ?? 0) ^ 1, place);
  return changed;
}

/** A tar archive without its first file. */
function without(bytes: Buffer): Buffer {
  const size = Number.parseInt(bytes.toString('latin1', 124, 135), 8);
  return bytes.subarray(512 + Math.ceil(size / 512) * 512);
}
