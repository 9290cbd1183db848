import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, lines, newDesk } from '../support/desk.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Desk;
let station: Desk;
/** The id of the printed station's returned application. */
let returned: string;
const desks: Desk[] = [];

async function as(account: string): Promise<Desk> {
  const desk = await newDesk(server.url);
  desks.push(desk);
  await desk.login(account);
  return desk;
}

async function json(desk: Desk, args: string[], input?: string) {
  const run = await desk.shp([...args, '--format', 'json'], input === undefined ? {} : { input });
  if (run.code !== 0) throw new Error(run.err);
  return JSON.parse(run.out);
}

const idsIn = async (desk: Desk, ...flags: string[]): Promise<string[]> =>
  (await json(desk, ['assessments', 'list', '--all', ...flags])).map(({ id }: { id: string }) => id);

beforeAll(async () => {
  server = await startServer({}, ['--demo', '--no-captcha']);
  admin = await as('admin');
  station = await as('station0001');
  [returned = ''] = await idsIn(station, '--status', 'returned');
});
afterAll(async () => {
  await Promise.all(desks.map((desk) => desk.clear()));
  await server.stop();
});

describe('events', () => {
  test('are listed oldest first, with names on a terminal', async () => {
    const events = await json(station, ['assessments', 'events', returned]);
    expect(events.map(({ status }: { status: string }) => status)).toEqual(['draft', 'submitted', 'returned']);
    const { out } = await station.shp([
      'assessments',
      'events',
      returned,
      '--format',
      'csv',
      '--fields',
      'from,status',
      '--headings',
      'en',
    ]);
    expect(out).toBe('\uFEFFFrom,To\r\n,Draft\r\nDraft,Awaiting first review\r\nAwaiting first review,Returned\r\n');
  });
});

describe('a number', () => {
  test("names an assessment like its id, within the caller's scope", async () => {
    const { number } = await json(station, ['assessments', 'show', returned]);
    expect((await json(station, ['assessments', 'show', number.toLowerCase()])).id).toBe(returned);
    expect(await json(admin, ['files', 'list', number])).toEqual(await json(admin, ['files', 'list', returned]));
    const rows: { id: string; number: string }[] = await json(admin, ['assessments', 'list', '--all']);
    const foreign = rows.filter(({ number: one }) => one !== number).at(-1);
    expect((await json(admin, ['assessments', 'show', foreign?.number ?? ''])).id).toBe(foreign?.id);
    const refused = await station.shp(['assessments', 'show', foreign?.number ?? '']);
    expect([refused.code, refused.err.trim()]).toEqual([1, `shp: assessments show: Not found: ${foreign?.number}`]);
    const unknown = await admin.shp(['assessments', 'show', 'GXXSD-1999-000001']);
    expect(unknown.code).toBe(1);
  });
});

describe('show on a terminal', () => {
  const shown = async (desk: Desk, id: string, ...more: string[]) =>
    (await desk.shp(['assessments', 'show', id, '--format', 'table', ...more])).out;
  /** The commands below the next steps, by the name of the step. */
  const commandsIn = (page: string) =>
    new Map(
      [...page.slice(page.indexOf('Next steps')).matchAll(/^ {2}(\S.*?) {2,}shp (.*)$/gm)].map(
        ([, name = '', line = '']) => [name, line],
      ),
    );

  test('tells the days of the stage, and each open step with its command', async () => {
    const [{ number }] = await json(admin, ['assessments', 'list', '--status', 'submitted', '--size', '1']);
    const page = await shown(admin, number);
    expect(page).toMatch(/^Days in this status +\d+, \d+ (?:left|overdue)$/m);
    const steps = commandsIn(page);
    expect([...steps.keys()][0]).toBe('Pass the first review');
    expect(steps.get('Return')).toBe(`assessments advance ${number} returned -m TEXT`);
    for (const line of steps.values()) {
      const dry = await admin.shp([...line.split(' '), '--dry-run']);
      expect([line, dry.code]).toEqual([line, 0]);
    }
    expect(await shown(admin, number, '--lang', 'zh')).toMatch(/^本环节用时 +\d+ 天，(?:剩余|超期) \d+ 天$/m);
  });

  test('names what stands against a step by the command that says why', async () => {
    const rows: { number: string; experts: unknown[] }[] = await json(admin, [
      'assessments',
      'list',
      '--status',
      'first_passed',
    ]);
    const number = rows.find(({ experts }) => experts.length === 0)?.number ?? '';
    const steps = commandsIn(await shown(admin, number));
    const line = steps.get('Start the expert review (not yet)') ?? '';
    expect(line).toBe(`assessments advance ${number} reviewing --dry-run  # says why`);
    const why = await admin.shp(line.replace(/ +#.*/, '').split(' '));
    expect([why.code, why.out]).toEqual([1, '']);
    expect(why.err).toMatch(/expert/);
    expect(steps.get('Assign experts')).toBe(`assessments assign ${number} --experts A,B,C`);
  });

  test('shows an expert the work of the review, and a station nothing to do in an ended one', async () => {
    const expert = await as('expert01');
    const [{ number }] = await json(expert, ['assessments', 'list', '--waiting', '--size', '1']);
    expect([...commandsIn(await shown(expert, number)).keys()]).toContain('Expert score');
    const page = await shown(station, (await idsIn(station, '--status', 'passed'))[0] ?? '');
    expect(page).toContain('Valid until');
    expect(page).not.toMatch(/Days in this status|Next steps/);
  });

  test('leaves chosen fields and the forms for programs as they are', async () => {
    expect(await shown(station, returned, '--fields', 'status')).toMatch(/^Status +Returned\n$/);
    for (const format of ['csv', 'tsv', 'json', 'ndjson'])
      expect((await station.shp(['assessments', 'show', returned, '--format', format])).out).not.toContain('shp ');
  });
});

describe('a station', () => {
  test('names its only assessment by account or name; if there are several, the error lists them', async () => {
    type Row = { id: string; number: string; station: { id: string; name: string } };
    const rows: Row[] = await json(admin, ['assessments', 'list', '--all']);
    const of = (id: string) => rows.filter((row) => row.station.id === id);
    const one = rows.find((row) => of(row.station.id).length === 1) as Row;
    const several = rows.find((row) => of(row.station.id).length > 1) as Row;
    const { account } = await json(admin, ['stations', 'show', one.station.id]);
    for (const word of [account, one.station.name, one.number, one.id])
      expect((await json(admin, ['assessments', 'show', word])).id).toBe(one.id);
    const refused = await admin.shp(['assessments', 'show', several.station.name]);
    expect(refused.code).toBe(1);
    for (const { number } of of(several.station.id)) expect(refused.err).toContain(number);
    const unknown = await admin.shp(['assessments', 'delete', 'no-such-id', '--yes']);
    expect([unknown.code, unknown.err]).toEqual([1, 'shp: assessments delete: Not found: no-such-id\n']);
    const table = await admin.shp(['assessments', 'list', '--size', '1', '--format', 'table']);
    expect(table.out).toMatch(/^Number /);
  });
});

describe('the form', () => {
  test('is shown, and saved in the same format; null clears', async () => {
    const form = await json(station, ['assessments', 'form', returned]);
    expect(form.unit.name).toBe('松湾五级水电站（示例）');
    form.plant.damType = '拱坝';
    form.unit.owner = null;
    const saved = await json(station, ['assessments', 'form', returned, '--input', '-'], JSON.stringify(form));
    expect(saved.plant.damType).toBe('拱坝');
    expect(saved.unit).not.toHaveProperty('owner');
    expect((await station.shp(['assessments', 'form', returned, '--format', 'table'])).out).toMatch(
      /^Name of the unit +松湾五级水电站（示例）\n[\s\S]*\nType of dam +拱坝\n/,
    );
  });

  test('of an outdated version is refused', async () => {
    const { form, version } = await json(station, ['assessments', 'show', returned]);
    const input = JSON.stringify({ form, version: version - 1 });
    const run = await station.shp(['assessments', 'form', returned, '--input', '-'], { input });
    expect([run.code, run.err]).toEqual([1, expect.stringMatching(/This was changed in the meantime/)]);
  });
});

describe('validate', () => {
  test('exits 0 without a problem, 1 with the problems as rows', async () => {
    expect(await station.shp(['assessments', 'validate', returned])).toEqual({
      code: 0,
      out: '',
      err: 'No problems\n',
    });
    const change = { unit: { legalPerson: null }, pledge: { agreed: false } };
    await json(station, ['assessments', 'form', returned, '--input', '-'], JSON.stringify(change));
    const run = await station.shp(['assessments', 'validate', returned]);
    expect(run.code).toBe(1);
    expect(run.err).toBe('shp: assessments validate: 2 problems\n');
    expect(lines(run.out).map(({ field }) => field)).toEqual(['unit.legalPerson', 'pledge.agreed']);
    const back = { unit: { legalPerson: '示例' }, pledge: { agreed: true } };
    await json(station, ['assessments', 'form', returned, '--input', '-'], JSON.stringify(back));
  });
});

describe('advance', () => {
  test('an impossible step is refused with the number, the status and the possible steps, as typed', async () => {
    const [row] = await json(admin, ['assessments', 'list', '--status', 'submitted', '--size', '1']);
    const { actions } = await json(admin, ['assessments', 'show', row.id]);
    expect(actions.length).toBeGreaterThan(1);
    const refused = await admin.shp(['assessments', 'advance', row.number, 'passed', '-m', 'x']);
    expect([refused.code, refused.err]).toEqual([
      1,
      `shp: assessments advance: ${row.number} is submitted. Possible: ${actions.join(', ')}.\n`,
    ]);
    const told = await admin.shp(['assessments', 'advance', row.id, 'passed', '-m', 'x', '--format', 'json']);
    const message = `${row.number} is submitted. Possible: ${actions.join(', ')}.`;
    expect(JSON.parse(told.err).error).toEqual({
      code: 'transition_not_allowed',
      message,
      fields: { status: message },
    });
    const zh = await admin.shp(['assessments', 'advance', row.id, 'passed', '-m', 'x', '--lang', 'zh']);
    expect(zh.err).toContain(`${row.number} 现为 submitted。可以：${actions.join('、')}。`);
  });

  test('takes several assessments from arguments and standard input; partial success exits with 6, none with 1', async () => {
    const [one = '', two = ''] = await idsIn(admin, '--status', 'submitted');
    const wrong = await admin.shp(['assessments', 'advance', one, two, 'returned']);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/Please enter a description/);
    const some = await admin.shp(['assessments', 'advance', '-', 'returned', '-m', '示例说明'], {
      input: `${one}\nnobody\n${two}\n`,
    });
    expect(some.code).toBe(6);
    expect(lines(some.out).map(({ id, status }) => [id, status])).toEqual([
      [one, 'returned'],
      [two, 'returned'],
    ]);
    expect(some.err).toBe('shp: assessments advance: Not found: nobody\nshp: assessments advance: 2 of 3 done\n');
    const events = await json(admin, ['assessments', 'events', one]);
    expect(events.at(-1)).toMatchObject({ status: 'returned', description: '示例说明' });
  });

  test('--dry-run shows the steps or what stands in their way, asks nothing and changes nothing', async () => {
    const [one = '', two = ''] = await idsIn(admin, '--status', 'first_passed');
    const before = await json(admin, ['assessments', 'events', one]);
    const dry = await admin.shp(['assessments', 'advance', one, 'returned', '-m', '示例', '--dry-run']);
    expect(lines(dry.out)).toEqual([expect.objectContaining({ id: one, from: 'first_passed', status: 'returned' })]);
    expect(dry.err).toBe('1 of 1 possible; nothing was changed\n');
    const without = await admin.shp(['assessments', 'advance', one, 'returned', '--dry-run']);
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('Please enter a description')]);
    const early = await admin.shp(['assessments', 'advance', one, two, 'reviewing', '--dry-run']);
    expect([early.code, early.out]).toEqual([1, '']);
    expect(early.err).toContain('expert');
    const never = await admin.shp(['assessments', 'advance', one, 'revoked', '--dry-run']);
    expect([never.code, never.err]).toEqual([1, expect.stringMatching(/ is first_passed\. Possible: /)]);
    expect(await json(admin, ['assessments', 'events', one])).toEqual(before);
  });

  test('an irreversible step needs --yes without a terminal', async () => {
    const [id = ''] = await idsIn(admin, '--status', 'returned', '--level', '2');
    const asked = await admin.shp(['assessments', 'advance', id, 'withdrawn']);
    expect([asked.code, asked.out]).toEqual([2, '']);
    expect(asked.err).toMatch(/--yes/);
    expect((await admin.shp(['assessments', 'advance', id, 'withdrawn', '--yes'])).code).toBe(0);
  });

  test('lists missing entries and known statuses', async () => {
    expect((await admin.shp(['assessments', 'advance', 'passed'])).err).toBe(
      'shp: assessments advance: missing argument: STATUS\n',
    );
    const run = await admin.shp(['assessments', 'advance', returned, 'done']);
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(/STATUS: done is not one of draft, submitted/)]);
  });
});

describe('scores', () => {
  const sheet = () => join(station.folder, 'scores.csv');
  const serialRow = (text: string, serial: string) => text.split('\r\n').find((line) => line.startsWith(`${serial},`));

  test('are exported as a sheet and imported: differences are shown, then saved with --yes', async () => {
    expect((await station.shp(['assessments', 'scores', 'export', returned, '-o', sheet()])).code).toBe(0);
    const text = readFileSync(sheet(), 'utf8');
    expect(await station.shp(['assessments', 'scores', 'import', returned, sheet()])).toEqual({
      code: 0,
      out: '',
      err: 'No differences\n',
    });
    const row = serialRow(text, '1.1.1') ?? '';
    writeFileSync(sheet(), text.replace(row, row.replace(/,4,[^,]*,No,[^,]*$/, ',4,1.5,No,离线修改')));
    const shown = await station.shp(['assessments', 'scores', 'import', returned, sheet()]);
    expect(shown.code).toBe(2);
    expect(shown.err).toMatch(/--yes/);
    expect(lines(shown.out)).toMatchObject([{ serial: '1.1.1', after: { score: 1.5, reason: '离线修改' } }]);
    const before = await json(station, ['assessments', 'scores', 'show', returned]);
    expect(before[0]).toMatchObject({ serial: '1.1.1', points: 4 });
    expect(before[0].score).not.toBe(1.5);
    expect((await station.shp(['assessments', 'scores', 'import', returned, sheet(), '--yes'])).err).toMatch(
      /^1 item saved; (?:scored \d+ of 118, rate of the scored items [\d.]+%|reaches Level \d|does not reach Level \d: .+)\n$/,
    );
    const after = await json(station, ['assessments', 'scores', 'show', returned]);
    expect(after[0]).toMatchObject({ score: 1.5, reason: '离线修改' });
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  test('with errors are reported by row, and none is sent', async () => {
    await station.shp(['assessments', 'scores', 'export', returned, '-o', sheet()]);
    const text = readFileSync(sheet(), 'utf8');
    const [first = '', second = ''] = ['1.1.1', '1.1.2'].map((serial) => serialRow(text, serial));
    const wrong = text
      .replace(first, first.replace(/,4,[^,]*,/, ',4,9,'))
      .replace(second, second.replace(/,6,[^,]*,/, ',6,1,'));
    writeFileSync(sheet(), wrong);
    const run = await station.shp(['assessments', 'scores', 'import', returned, sheet(), '--yes']);
    expect([run.code, run.out]).toEqual([1, '']);
    expect(run.err).toMatch(/scores\.csv, row 2, item 1\.1\.1: Score D2 "9": At most 4\n/);
    const rows = await json(station, ['assessments', 'scores', 'show', returned]);
    expect(rows[1].score).not.toBe(1);
  });

  test('of an expert are readable by itself, and by id for others', async () => {
    const expert = await as('expert01');
    const [open = ''] = await idsIn(expert, '--waiting');
    const own = await json(expert, ['assessments', 'scores', 'show', open]);
    const { id } = await json(expert, ['whoami']);
    expect(await json(admin, ['assessments', 'scores', 'show', open, '--expert', id])).toEqual(own);
    expect(await json(admin, ['assessments', 'scores', 'show', open])).not.toEqual(own);
    const file = join(expert.folder, 'scores.xlsx');
    await expert.shp(['assessments', 'scores', 'export', open, '-o', file]);
    expect((await expert.shp(['assessments', 'scores', 'import', open, file])).err).toBe('No differences\n');
  });
});

describe('conclude', () => {
  test('saves a draft, and reads the text from a file', async () => {
    const expert = await as('expert01');
    const [open = ''] = await idsIn(expert, '--waiting');
    writeFileSync(join(expert.folder, 'conclusion.txt'), '示例结论\n');
    const kept = await json(expert, ['assessments', 'conclude', open, '--input', 'conclusion.txt', '--draft']);
    expect(kept).toEqual({ status: 'reviewing' });
    const { out } = await expert.shp(['api', 'GET', 'assessment/experts_conclusion', '-f', `id=${open}`]);
    const [mine] = JSON.parse(out);
    expect(mine.conclusion).toBe('示例结论');
    expect((await expert.shp(['assessments', 'conclude', open])).code).toBe(2);
  });

  test("writes the manager's conclusion", async () => {
    const [id = ''] = await idsIn(admin, '--status', 'reviewed');
    expect(await json(admin, ['assessments', 'conclude', id, '-m', '同意'])).toEqual({ status: 'reviewed' });
    const { out } = await admin.shp(['api', 'GET', 'assessment/manager_conclusion', '-f', `id=${id}`]);
    expect(JSON.parse(out).conclusion).toBe('同意');
  });
});

describe('the lists behind figures', () => {
  test('take days of the first submission and of the conclusion, results and the work of an expert', async () => {
    const { out } = await admin.shp(['api', 'GET', 'statistics/scores', '-f', 'from=2024-01', '-f', 'to=2026-12']);
    const { chapters, items, distribution } = JSON.parse(out);
    const days = ['--concluded-from', '2024-01-01', '--concluded-to', '2026-12-31'];
    const count = async (...args: string[]) => (await json(admin, [...args, '--all'])).length;
    expect(await count('assessments', 'list', ...days, '--chapter', '4')).toBe(chapters[3].reviews);
    expect(await count('assessments', 'list', ...days, '--lost', `${items[0].serial}@${items[0].version}`)).toBe(
      items[0].reviews,
    );
    const step = distribution.find(({ self, experts }: { self: number; experts: number }) => self * experts > 0);
    const concluded = [...days, '--status', 'passed,failed,revoked'];
    expect(await count('assessments', 'list', ...concluded, '--station-score', String(step.from))).toBe(step.self);
    expect(await count('assessments', 'list', ...concluded, '--expert-score', String(step.from))).toBe(step.experts);
    const months = JSON.parse((await admin.shp(['api', 'GET', 'statistics/progress'])).out).months;
    const { month, submitted } = months.findLast((one: { submitted: number }) => one.submitted > 0);
    const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
    expect(await count('assessments', 'list', '--first-from', `${month}-01`, '--first-to', next)).toBe(submitted);
    const [{ account, load }] = await json(admin, ['experts', 'list', '--sort-by', 'load', '--desc', '--size', '1']);
    const own = ['--expert', account, '--status', 'first_passed,reviewing'];
    const open = await count('assessments', 'list', '--expert-work', 'open', ...own);
    expect(open).toBe(load);
  });
});
