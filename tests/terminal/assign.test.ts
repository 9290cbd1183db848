import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { csvRows, lines } from '../support/desk.ts';
import { desk, onDemoAsAdmin } from './demo.ts';

type Row = { id: string; number: string; station: { name: string }; experts: { id: string }[] };
type Expert = { id: string; account: string; load: number; profile: { name: string; unit: string } };
onDemoAsAdmin();

const assign = (args: string[], input = '') => desk.shp(['assessments', 'assign', ...args], { input });
const rows = async (status: string): Promise<Row[]> =>
  lines<Row>((await desk.shp(['assessments', 'list', '--all', '--status', status])).out);
const expertsOf = async (id: string): Promise<string[]> => {
  const { out } = await desk.shp(['assessments', 'show', id, '--format', 'json']);
  return (JSON.parse(out) as Row).experts.map((expert) => expert.id).sort();
};
const experts = async (): Promise<Expert[]> => lines<Expert>((await desk.shp(['experts', 'list', '--all'])).out);

describe('--experts', () => {
  test('adds by id or account, replaces if asked to and confirmed, and is idempotent', async () => {
    const [row] = await rows('first_passed');
    const [a, b, c] = await experts();
    if (!row || !a || !b || !c) throw new Error('the demo has too little');
    await assign([row.id, '--experts', a.id, '--replace', '--yes']);
    const added = await assign(['-', '--experts', `${b.account},${a.account}`], `${row.id}\n`);
    expect([added.code, added.err]).toEqual([
      0,
      '1 in all: assigned 1, planned 0, unchanged 0, failed 0, not done 0\n',
    ]);
    expect(await expertsOf(row.id)).toEqual([a.id, b.id].sort());
    expect(lines((await assign([row.id, '--experts', b.id])).out)).toMatchObject([{ result: 'unchanged' }]);
    const asked = await assign([row.id, '--experts', c.id, '--replace']);
    expect([asked.code, asked.out]).toEqual([2, '']);
    expect((await assign([row.id, '--experts', c.id, '--replace', '--yes'])).code).toBe(0);
    expect(await expertsOf(row.id)).toEqual([c.id]);
  });

  test('on partial failure exits with 6 and reports each row', async () => {
    const [row] = await rows('first_passed');
    const [over] = await rows('passed');
    const [a] = await experts();
    if (!row || !over || !a) throw new Error('the demo has too little');
    const run = await assign([row.id, over.id, 'nobody', '--experts', a.id, '--report', 'report.csv']);
    expect(run.code).toBe(6);
    expect(run.err).toMatch(/3 in all: assigned 1, planned 0, unchanged 0, failed 2, not done 0/);
    const report = csvRows(readFileSync(join(desk.folder, 'report.csv'), 'utf8')).slice(1);
    expect(report.map(([at, id, result]) => [Number(at), id, result])).toEqual(
      expect.arrayContaining([
        [1, row.id, 'assigned'],
        [2, over.id, 'failed'],
        [3, 'nobody', 'failed'],
      ]),
    );
    expect(report).toHaveLength(3);
    expect(existsSync(join(desk.folder, 'report.csv.journal.ndjson'))).toBe(false);
  });

  test('an unknown expert or an empty selection is a usage error', async () => {
    const [row] = await rows('first_passed');
    expect((await assign([row?.id ?? '', '--experts', 'nobody'])).err).toMatch(/no such expert: nobody/);
    expect((await assign([row?.id ?? ''])).code).toBe(2);
    expect((await assign(['--experts', 'expert01'])).code).toBe(2);
    expect((await assign(['--status', 'first_passed', '--experts', 'expert01'])).code).toBe(2);
    expect((await assign(['--all', row?.id ?? '', '--experts', 'expert01'])).code).toBe(2);
  });
});

test('--from-file assigns pairs; only a pair with an unknown expert fails', async () => {
  const [one, two] = await rows('first_passed');
  const [, , , d, e] = await experts();
  if (!one || !two || !d || !e) throw new Error('the demo has too little');
  const pairs = ['assessment,expert', `${one.id},${d.account}`, `${one.id},${e.id}`, `${two.id},nobody`];
  writeFileSync(join(desk.folder, 'pairs.csv'), `\uFEFF${pairs.join('\r\n')}\r\n`);
  const run = await assign(['--from-file', 'pairs.csv']);
  expect(run.code).toBe(6);
  expect(lines(run.out).map(({ id, result }) => [id, result])).toEqual([
    [one.id, 'assigned'],
    [two.id, 'failed'],
  ]);
  expect(await expertsOf(one.id)).toEqual(expect.arrayContaining([d.id, e.id]));
  expect(csvRows(readFileSync(join(desk.folder, 'pairs.csv.report.csv'), 'utf8'))).toHaveLength(3);
  expect((await assign(['--from-file', 'pairs.csv', '--all'])).code).toBe(2);
  writeFileSync(join(desk.folder, 'bad.csv'), `${one.id},"expert01\n`);
  expect((await assign(['--from-file', 'bad.csv'])).err).toMatch(/^shp: assessments assign: bad.csv: Quote Not Closed/);
});

test('--dry-run lists additions and removals and changes nothing', async () => {
  const [row] = await rows('first_passed');
  const [, , , d, e] = await experts();
  if (!row || !d || !e) throw new Error('the demo has too little');
  await assign([row.id, '--experts', d.id, '--replace', '--yes']);
  const plan = await assign([row.id, '--experts', e.account, '--replace', '--dry-run', '--report', 'plan.ndjson']);
  const planned = { result: 'planned', added: [e.profile.name], removed: [d.profile.name], experts: [e.profile.name] };
  const accounts = { added: [e.account], removed: [d.account], experts: [e.account] };
  const line = { id: row.id, number: row.number, ...planned, reason: '', accounts };
  expect([plan.code, lines(plan.out)]).toEqual([0, [line]]);
  expect(lines(readFileSync(join(desk.folder, 'plan.ndjson'), 'utf8'))).toMatchObject([{ row: 1, ...planned }]);
  expect(await expertsOf(row.id)).toEqual([d.id]);
  // Of experts with one name the table has the accounts too; other formats keep the names.
  const [, , , , , f] = await experts();
  await desk.shp(['experts', 'update', f?.id ?? '', '--name', e.profile.name]);
  const both = [row.id, '--experts', `${e.account},${f?.account}`, '--dry-run'];
  const table = await assign([...both, '--format', 'table']);
  expect(table.out).toContain(`${e.profile.name} ${e.account}, ${e.profile.name} ${f?.account}`);
  expect(lines((await assign(both)).out)).toMatchObject([{ added: [e.profile.name, e.profile.name] }]);
  await desk.shp(['experts', 'update', f?.id ?? '', '--name', f?.profile.name ?? '']);
});

describe('--balance', () => {
  test('plans first, then assigns experts by load, without those of the own unit', async () => {
    const found = await rows('first_passed');
    const before = await Promise.all(found.map(({ id }) => expertsOf(id)));
    const flags = ['--all', '--status', 'first_passed', '--balance', '5'];
    const plan = await assign([...flags, '--dry-run']);
    expect(plan.code).toBe(0);
    expect(await Promise.all(found.map(({ id }) => expertsOf(id)))).toEqual(before);
    const own = found[0] as Row;
    const owner = JSON.parse((await desk.shp(['assessments', 'form', own.id, '--format', 'json'])).out).unit.owner;
    const known = (await experts()).filter(({ id }) => !before[0]?.includes(id)).sort((a, b) => a.load - b.load);
    const [least, ...others] = known;
    await desk.shp(['experts', 'update', least?.id ?? '', '--unit', owner]);
    expect((await assign(flags)).code).toBe(0);
    const after = await Promise.all(found.map(({ id }) => expertsOf(id)));
    expect(after.every((panel) => panel.length >= 5)).toBe(true);
    const added = after[0]?.filter((id) => !before[0]?.includes(id)) ?? [];
    expect(added.length).toBeGreaterThan(0);
    expect(added).not.toContain(least?.id);
    const loads = added.map((id) => known.find((expert) => expert.id === id)?.load);
    expect(loads.toSorted((a = 0, b = 0) => a - b)).toEqual(others.slice(0, added.length).map(({ load }) => load));
    expect(lines((await assign(flags)).out).every(({ result }) => result === 'unchanged')).toBe(true);
  });
});
