import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareSerials } from '@shp/shared/domain/standard/standard';
import { beforeEach, describe, expect, test } from 'vitest';
import { lines, newDesk } from '../support/desk.ts';
import { pdfOf, sha256 } from '../support/tus.ts';
import { desk, onDemoOverLine, proxy } from './demo.ts';

const MB = 2 ** 20;
let id: string;

onDemoOverLine('station0001');
beforeEach(async () => {
  const { out } = await desk.shp(['assessments', 'list', '--status', 'returned']);
  id = String(lines(out)[0]?.id);
});

const at = (name: string) => join(desk.folder, name);
const patches = () => proxy.seen.filter(({ method }) => method === 'PATCH').length;

/** Writes a PDF to the desk; returns its digest. */
function pdf(name: string, size: number, seed: number): string {
  const bytes = pdfOf(size, seed);
  writeFileSync(at(name), bytes);
  return sha256(bytes);
}

async function upload(name: string, ...flags: string[]): Promise<string> {
  const run = await desk.shp(['files', 'upload', id, name, ...flags]);
  if (run.code !== 0) throw new Error(run.err);
  return String(lines(run.out)[0]?.id);
}

describe('an upload', () => {
  test('becomes a file of its category or evidence of its item, and can be deleted', async () => {
    const licence = pdf('licence.pdf', 1000, 1);
    const proof = pdf('proof.pdf', 2000, 2);
    const file = await upload('licence.pdf', '--category', 'businessLicence');
    const evidence = await upload('proof.pdf', '--serial', '1.1.1');
    const rows = lines((await desk.shp(['files', 'list', id])).out);
    expect(rows.find((row) => row.id === file)).toMatchObject({ category: 'businessLicence', sha256: licence });
    expect(rows.find((row) => row.id === evidence)).toMatchObject({ serial: '1.1.1', sha256: proof });
    expect((await desk.shp(['files', 'delete', id, file, evidence])).code).toBe(2);
    expect((await desk.shp(['files', 'delete', id, file, evidence, '--yes'])).err).toBe('2 of 2 done\n');
    const left = lines((await desk.shp(['files', 'list', id])).out).map((row) => row.id);
    expect(left).not.toContain(file);
    expect(left).not.toContain(evidence);
  });

  test('resumes after a lost connection', async () => {
    const digest = pdf('large.pdf', 3 * MB + 17, 3);
    proxy.rule = ({ method }, count) => (method === 'PATCH' && count === 2 ? { loseAfter: MB / 2 } : undefined);
    const file = await upload('large.pdf', '--category', 'other');
    expect(patches()).toBeGreaterThanOrEqual(4);
    expect(proxy.seen.filter(({ method, url }) => method === 'POST' && url === '/api/upload')).toHaveLength(1);
    const rows = lines((await desk.shp(['files', 'list', id])).out);
    expect(rows.find((row) => row.id === file)?.sha256).toBe(digest);
    await desk.shp(['files', 'delete', id, file, '--yes']);
  });

  test('resumes when run again after Ctrl-C', async () => {
    const digest = pdf('large.pdf', 3 * MB, 4);
    const begun = new Promise<void>((resolve) => {
      proxy.rule = ({ method }, count) => {
        if (method !== 'PATCH' || count < 3) return undefined;
        resolve();
        return 'hang';
      };
    });
    const running = desk.start(['files', 'upload', id, 'large.pdf', '--category', 'other']);
    await begun;
    running.child.kill('SIGINT');
    const stopped = await running.done;
    expect(stopped.code).toBe(130);
    expect(stopped.err).toMatch(/Run the same command again to continue/);
    proxy.rule = () => undefined;
    const before = patches();
    const file = await upload('large.pdf', '--category', 'other');
    expect(proxy.seen.filter(({ method, url }) => method === 'POST' && url === '/api/upload')).toHaveLength(1);
    expect(patches() - before).toBe(1);
    const rows = lines((await desk.shp(['files', 'list', id])).out);
    expect(rows.find((row) => row.id === file)?.sha256).toBe(digest);
    await desk.shp(['files', 'delete', id, file, '--yes']);
  });

  test('prints the reason of a refusal; a place is required', async () => {
    writeFileSync(at('note.pdf'), 'no pdf');
    const run = await desk.shp(['files', 'upload', id, 'note.pdf', '--category', 'other']);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(
      /^shp: files upload: This type of file is not accepted; filename: Should be one of: pdf, .+, mp4\n$/,
    );
    expect((await desk.shp(['files', 'upload', id, 'note.pdf'])).code).toBe(2);
    const unknown = await desk.shp(['files', 'upload', id, 'note.pdf', '--category', 'secret']);
    expect(unknown.code).toBe(2);
  });
});

describe('downloads', () => {
  test('save every file whole under its name, and do not overwrite existing files', async () => {
    pdf('licence.pdf', 1000, 5);
    pdf('proof.pdf', 200_000, 6);
    mkdirSync(at('other'));
    writeFileSync(at('other/proof.pdf'), pdfOf(300_000, 7));
    await upload('licence.pdf', '--category', 'businessLicence');
    await upload('proof.pdf', '--serial', '1.1.1');
    await upload('other/proof.pdf', '--serial', '1.1.2');
    proxy.rule = ({ url }, count) =>
      url.startsWith('/api/file/download_evidence/proof.pdf') && count === 0 ? { cutAfter: 100_000 } : undefined;
    const run = await desk.shp(['files', 'download', id, '-o', 'files']);
    expect([run.code, run.err]).toEqual([0, expect.stringMatching(/done\n$/)]);
    expect(proxy.seen.some(({ range }) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true);
    const rows = lines<{ id: string; sha256: string; serial?: string }>((await desk.shp(['files', 'list', id])).out);
    const serials = rows.flatMap(({ serial = [] }) => serial);
    expect(serials).toEqual(expect.arrayContaining(['1.1.1', '1.1.2']));
    expect(serials).toEqual([...serials].sort(compareSerials));
    const got = readdirSync(at('files')).map((name) => sha256(readFileSync(at(`files/${name}`))));
    expect(got.sort()).toEqual(rows.map((row) => row.sha256).sort());
    expect(readdirSync(at('files'))).toEqual(expect.arrayContaining(['proof.pdf', 'proof (2).pdf']));
    const again = await desk.shp(['files', 'download', id, '-o', 'files']);
    expect(again.err.match(/Already there/g)).toHaveLength(rows.length);
    writeFileSync(at('files/licence.pdf'), 'changed here');
    const kept = await desk.shp(['files', 'download', id, '-o', 'files']);
    expect(kept.code).toBe(2);
    expect(readFileSync(at('files/licence.pdf'), 'utf8')).toBe('changed here');
  });

  test('make one ZIP with --archive', async () => {
    expect((await desk.shp(['files', 'download', id, '--archive', '-o', 'all.zip'])).code).toBe(0);
    expect(readFileSync(at('all.zip')).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  });

  test('of an unknown file write nothing', async () => {
    const run = await desk.shp(['files', 'download', id, 'nothing', '-o', 'files']);
    expect([run.code, run.err]).toEqual([1, 'shp: files download: Not found: nothing\n']);
    expect(existsSync(at('files'))).toBe(false);
  });
});

describe('documents', () => {
  test('can be uploaded for chosen roles, listed, changed, downloaded and deleted', async () => {
    const admin = await newDesk(proxy.url);
    await admin.login('admin');
    const bytes = pdfOf(5000, 8);
    writeFileSync(join(admin.folder, 'guide.pdf'), bytes);
    const made = await admin.shp(['documents', 'upload', 'guide.pdf', '--roles', 'expert']);
    const document = String(lines(made.out)[0]?.id);
    const listed = async () => lines((await desk.shp(['documents', 'list', '--all'])).out).map((row) => row.id);
    expect(await listed()).not.toContain(document);
    expect((await desk.shp(['documents', 'download', document])).code).toBe(1);
    const roles = await admin.shp(['documents', 'roles', document, '--roles', 'expert,station', '--format', 'json']);
    expect(JSON.parse(roles.out).roles).toEqual(['expert', 'station']);
    expect(await listed()).toContain(document);
    expect((await desk.shp(['documents', 'download', document])).code).toBe(0);
    expect(sha256(readFileSync(at('guide.pdf')))).toBe(sha256(bytes));
    const all = await admin.shp(['documents', 'roles', document, '--roles', '', '--format', 'json']);
    expect(JSON.parse(all.out).roles).toEqual([]);
    const shown = await admin.shp(['documents', 'list', '--format', 'table', '--fields', 'title,roles']);
    expect(shown.out).toMatch(/^guide +Every logged-in user$/m);
    expect((await admin.shp(['documents', 'roles', document])).code).toBe(2);
    expect((await admin.shp(['documents', 'delete', document, '--yes'])).code).toBe(0);
    expect(await listed()).not.toContain(document);
    await admin.clear();
  });
});
