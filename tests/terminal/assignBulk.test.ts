import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { csvRows, lines } from '../support/desk.ts';
import { desk, line, onBulk } from './bulkServer.ts';

const COUNT = 240;
const RUN = ['assessments', 'assign', '--all', '--status', 'first_passed', '--balance', '3', '--report', 'report.csv'];
const JOURNAL = 'report.csv.journal.ndjson';

type Row = { id: string; experts: { id: string }[] };
onBulk(COUNT);
beforeAll(() => desk.login('admin'));

const at = (name: string) => join(desk.folder, name);
const reported = () => (existsSync(at('report.csv')) ? csvRows(readFileSync(at('report.csv'), 'utf8')).slice(1) : []);
const list = async (): Promise<Row[]> => lines<Row>((await desk.shp(['assessments', 'list', '--all'])).out);

/** The audit rows of assignments. */
async function assigned() {
  const { out } = await desk.shp(['audit', 'list', '--action', 'assessment/assign_experts', '--all']);
  return lines<{ id: string; object: { id: string }; changes: { experts?: [string[], string[]] } }>(out);
}

const isAssignment = ({ url }: { url: string }) => url === '/api/assessment/assign_experts';

/**
 * Starts the command and kills it when the report has `count` rows. The line stops answering 10 assignments later, so
 * that the command is still running. Returns whether the journal is left, that is, the command was interrupted.
 */
async function killedAt(count: number): Promise<boolean> {
  let left = count + 10 - reported().length;
  line.rule = (seen) => (isAssignment(seen) && left-- <= 0 ? 'hang' : undefined);
  const started = desk.start(RUN);
  let ended = false;
  started.done.then(() => {
    ended = true;
  });
  while (!ended && reported().length < count) await sleep(1);
  started.child.kill('SIGKILL');
  await started.done;
  line.rule = () => undefined;
  return existsSync(at(JOURNAL));
}

test('killed and run again repeatedly, each assessment gets its experts once, evenly, with one report line', async () => {
  const { out } = await desk.shp(['assessments', 'assign', '--all', '--balance', '3', '--dry-run']);
  const before = new Set((await assigned()).map(({ id }) => id));
  const plan = new Map(lines<{ id: string; experts: string[] }>(out).map(({ id, experts }) => [id, experts]));
  for (const count of [1, 40, 41, 130, 200]) expect(await killedAt(count)).toBe(true);
  const refused = await desk.shp([...RUN.slice(0, -3), '2', '--report', 'report.csv']);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('another assignment with this report')]);

  // Another client assigns the last assessment first.
  const journal = lines<{ row?: number; key?: { assessment: string } }>(readFileSync(at(JOURNAL), 'utf8'));
  const last = journal.find(({ row, key }) => row === COUNT && key !== undefined)?.key?.assessment ?? '';
  expect(reported().some(([, id]) => id === last)).toBe(false);
  expect((await desk.shp(['assessments', 'assign', last, '--experts', 'expert01'])).code).toBe(0);
  const [expert] = (await list()).find(({ id }) => id === last)?.experts ?? [];

  const run = await desk.shp(RUN);
  expect(run.err).toMatch(/Resuming the interrupted run: \d+ of 240 done/);
  expect(run.err).toContain(`240 in all: assigned 239, planned 0, unchanged 0, failed 1, not done 0`);
  expect([run.code, existsSync(at(JOURNAL))]).toEqual([6, false]);
  const rows = reported();
  expect(rows.map(([row]) => Number(row)).sort((a, b) => a - b)).toEqual(Array.from(plan, (_, index) => index + 1));
  expect(rows.filter(([, , result]) => result === 'failed').map(([, id]) => id)).toEqual([last]);

  const after = await list();
  expect(after.find(({ id }) => id === last)?.experts).toEqual([expert]);
  expect(after.filter(({ experts }) => experts.length === 3)).toHaveLength(COUNT - 1);
  for (const [, id = '', , , , , names] of rows) if (id !== last) expect(names).toBe(plan.get(id)?.join('、'));

  const changed = (await assigned()).filter(
    ({ id, changes: { experts } }) => !before.has(id) && experts && experts[0].length !== experts[1].length,
  );
  expect(changed.map(({ object }) => object.id).sort()).toEqual([...plan.keys()].sort());
  const loads = lines<{ load: number }>((await desk.shp(['experts', 'list', '--all'])).out).map(({ load }) => load);
  expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(2);
});

test('Ctrl-C waits for running requests, prints the counts, and the same command continues', async () => {
  const run = ['assessments', 'assign', '--all', '--experts', 'expert01', '--report', 'more.csv'];
  // From the 60th assignment on responses are slow, so that the command is still running then.
  let quick = 60;
  line.rule = (seen) => (isAssignment(seen) && quick-- <= 0 ? { passWhen: sleep(100) } : undefined);
  const started = desk.start([...run, '--concurrency', '2']);
  const done = () => (existsSync(at('more.csv')) ? csvRows(readFileSync(at('more.csv'), 'utf8')).length : 0);
  while (done() < 30) await sleep(1);
  started.child.kill('SIGINT');
  const stopped = await started.done;
  line.rule = () => undefined;
  expect([stopped.code, stopped.err]).toEqual([
    130,
    expect.stringContaining('Run the same command again to continue.'),
  ]);
  const counts = [...stopped.err.matchAll(/[a-z] (\d+)(?:,|$)/gm)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(COUNT);
  expect(counts.at(-1)).toBeGreaterThan(0);
  const rest = await desk.shp(run);
  expect([rest.code, rest.err]).toEqual([0, expect.stringMatching(/240 in all: .* failed 0, not done 0\n$/)]);
  expect(csvRows(readFileSync(at('more.csv'), 'utf8'))).toHaveLength(COUNT + 1);
});
