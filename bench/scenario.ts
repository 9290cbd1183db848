import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Desk, lines, newDesk } from '../tests/support/desk.ts';
import { startServer } from '../tests/support/server.ts';
import { awaitingExperts } from '../tests/terminal/bulkData.ts';
import { conclusionOf, expertConcludes } from '../tests/terminal/expertConcludes.ts';
import { closeAll, openTui, type Tui } from '../tests/terminal/tui.ts';
import { rounded } from './measure.ts';

/** 梧州市, where about 350 of 6,000 assessments of the generated region are overdue. */
const CITY = { code: '450400', name: '梧州' };
const SIZE = { cols: 120, rows: 40 };
type Row = { id: string; number: string; experts: { id: string }[] };
type Figures = Record<string, { keys: number; seconds: number }>;

/**
 * A manager's day on `count` assessments that all wait for experts: what is overdue in a city gets panels of three and starts,
 * the terminal is killed in the middle and goes on, experts conclude and are seen live, one is concluded, an assignment is
 * taken back, what is shown is exported; other exports run all the while. Once by keys, once by commands, each on data of
 * its own; a key is a key pressed, or a character of a command.
 */
export async function scenario(count: number) {
  return { keys: await withDesk(count, byKeys), commands: await withDesk(count, byCommands) };
}

async function withDesk<T>(count: number, work: (desk: Desk, server: string) => Promise<T>): Promise<T> {
  const data = await awaitingExperts(count);
  const server = await startServer({}, ['--no-captcha'], data);
  const [desk, other] = [await newDesk(server.url), await newDesk(server.url)];
  let over = false;
  let exports = 0;
  try {
    await desk.login('admin');
    await other.login('province');
    const exporting = (async () => {
      while (!over) {
        const { code, err } = await other.shp(['assessments', 'export', '-o', 'all.csv']);
        if (code !== 0) throw new Error(`export: ${err}`);
        exports += 1;
      }
    })();
    const figures = await work(desk, server.url).finally(() => {
      over = true;
      return exporting;
    });
    return { ...figures, exportsMeanwhile: exports };
  } finally {
    closeAll();
    await desk.clear();
    await other.clear();
    await server.stop();
    await rm(data, { recursive: true });
  }
}

async function read(desk: Desk, ...words: string[]): Promise<(Row & { account: string })[]> {
  const { code, out, err } = await desk.shp([...words, '--format', 'ndjson']);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${err}`);
  return lines(out);
}

/** The accounts of a review's experts. */
async function panelOf(desk: Desk, { experts }: Row): Promise<string[]> {
  const known = await read(desk, 'experts', 'list', '--all', '--fields', 'id,account');
  return experts.map(({ id }) => known.find((one) => one.id === id)?.account ?? '');
}

const firstReviewing = async (desk: Desk) => {
  const [review] = await read(desk, 'assessments', 'list', '--status', 'reviewing', '--city', CITY.code);
  if (!review) throw new Error('no review has started');
  return review;
};

/** A hand on the keyboard that counts the keys of each part of the work. */
class Hand {
  readonly figures: Figures = {};
  private keys = 0;
  private began = performance.now();
  constructor(public ui: Tui) {}

  type(text: string): void {
    this.keys += [...text].length;
    this.ui.type(text);
  }

  press(...names: Parameters<Tui['press']>): void {
    this.keys += names.length;
    this.ui.press(...names);
  }

  /** Ends a part. */
  done(part: string): void {
    this.figures[part] = { keys: this.keys, seconds: rounded((performance.now() - this.began) / 1000) };
    this.begin();
  }

  /** What was done since the last part does not count. */
  begin(): void {
    [this.keys, this.began] = [0, performance.now()];
  }
}

const atHome = async (desk: Desk) => {
  const ui = openTui(desk, SIZE);
  await ui.sees(/Stations entered in the system +\d/);
  return ui;
};

async function byKeys(desk: Desk, server: string) {
  const hand = new Hand(await atHome(desk));
  hand.begin();
  hand.type('6');
  await hand.ui.sees('GXXSD');
  hand.type('/');
  await hand.ui.sees('Overdue');
  hand.press('Down', 'Down', 'Down');
  hand.type(CITY.name);
  hand.press('Down', 'Down', 'Down', 'Space', 'Enter');
  await hand.ui.sees(/\d in all {2}\[梧州市, Overdue\]/);
  hand.done('find');
  const overdue = Number(/([\d,]+) in all/.exec(hand.ui.screen())?.[1]);

  hand.type('A');
  await hand.ui.sees(`${overdue} selected`);
  hand.type('bs');
  await hand.ui.sees(`Enter: assign in ${overdue}, start ${overdue}`);
  hand.done('plan');
  hand.press('Enter');
  await hand.ui.sees(/Assign experts: [3-5]\d%/);
  hand.done('assign and start, a third');
  hand.ui.child.kill('SIGKILL');
  await hand.ui.ended;
  hand.begin();
  hand.ui = openTui(desk, SIZE);
  const asked = await hand.ui.sees('Continue the interrupted work?');
  const killedAt = Number(/interrupted: (\d+) of/.exec(asked)?.[1]);
  hand.press('Enter');
  await hand.ui.sees(/Assign experts: done/);
  hand.done('killed, goes on, all started');

  const review = await firstReviewing(desk);
  const panel = await panelOf(desk, review);
  hand.begin();
  hand.type(`:${review.number}`);
  await hand.ui.sees(`Open: ${review.number}`);
  hand.press('Enter');
  await hand.ui.sees('Overview');
  hand.type('lll');
  await hand.ui.sees('Concluded');
  hand.done('open one review');
  for (const [index, expert] of panel.entries()) {
    await expertConcludes(server, expert, review.id);
    hand.begin();
    await hand.ui.sees(conclusionOf(expert));
    hand.done(`expert ${index + 1} concludes, seen`);
  }
  hand.type('c');
  await hand.ui.sees(`Conclusion: ${review.number}`);
  hand.type('终审结论（示例）\r');
  await hand.ui.sees('The conclusion is saved');
  hand.type('t');
  await hand.ui.sees('Conclude as passed');
  hand.press('Enter');
  await hand.ui.sees('Description');
  hand.press('Enter');
  await hand.ui.sees('Done: ');
  hand.done('conclude one');

  const [other] = await read(desk, 'assessments', 'list', '--status', 'first_passed');
  hand.begin();
  hand.type(`:${other?.number}`);
  await hand.ui.sees(`Open: ${other?.number}`);
  hand.press('Enter');
  await hand.ui.sees('Overview');
  hand.type('x');
  await hand.ui.sees(/│ ?▌ .*示例/);
  hand.press('Space', 'Enter');
  await hand.ui.sees('1 will change');
  hand.press('Enter');
  await hand.ui.sees('Assign experts: done  1 done');
  hand.type('uy');
  await hand.ui.sees('Take back an assignment of experts: done  1 done');
  hand.done('assign one, take it back');

  hand.type('6');
  await hand.ui.sees('in all');
  hand.type('e');
  await hand.ui.sees('Export all');
  hand.type('\u0015shown.csv\r');
  await hand.ui.sees(/Export to shown.csv: done/);
  hand.done('export what is shown');
  return { overdue, killedAt, ...hand.figures };
}

async function byCommands(desk: Desk, server: string) {
  const figures: Figures = {};
  /** Runs commands, one into the next. */
  const run = async (part: string, line: string) => {
    const began = performance.now();
    let input = '';
    for (const command of line.split(' | ')) {
      const [program, ...words] = command.split(' ');
      if (program === 'echo') {
        input = words.join(' ');
        continue;
      }
      const { code, out, err } = await desk.shp(words, { input });
      if (code !== 0) throw new Error(`${command}: ${err}`);
      input = out;
    }
    figures[part] = { keys: line.length + 1, seconds: rounded((performance.now() - began) / 1000) };
    return input;
  };
  const filter = `--city ${CITY.code} --overdue --all`;
  const ids = '--fields id --format tsv --headings none';
  const overdue = lines(await run('find', `shp assessments list ${filter}`)).length;
  const assign = `assessments assign ${filter} --balance 3`;
  await run('plan', `shp ${assign} --dry-run`);

  const begun = desk.start([...assign.split(' '), '--report', 'r.csv']);
  const killedAt = await reported(join(desk.folder, 'r.csv'), overdue / 3);
  begun.child.kill('SIGKILL');
  await begun.done;
  await run('killed, goes on, all assigned', `shp ${assign} --report r.csv`);
  await run('all started', `shp assessments list ${filter} ${ids} | shp assessments advance - reviewing`);

  const review = await firstReviewing(desk);
  for (const [index, expert] of (await panelOf(desk, review)).entries()) {
    await expertConcludes(server, expert, review.id);
    const seen = await run(
      `expert ${index + 1} concludes, asked for`,
      `shp api GET assessment/experts_conclusion -f id=${review.id}`,
    );
    if (!seen.includes(conclusionOf(expert))) throw new Error(`the conclusion of ${expert} is not shown`);
  }
  await run('conclusion', `shp assessments conclude ${review.number} -m 终审结论（示例）`);
  await run('conclude one', `shp assessments advance ${review.number} passed`);

  const [other] = await read(desk, 'assessments', 'list', '--status', 'first_passed');
  await run('assign one', `shp assessments assign ${other?.number} --experts expert01`);
  const none = JSON.stringify({ id: other?.id, experts: [] });
  await run('take it back', `echo ${none} | shp api POST assessment/assign_experts --input -`);
  await run('export what is shown', `shp assessments export --city ${CITY.code} --overdue -o shown.csv`);
  return { overdue, killedAt, ...figures };
}

/** Waits until a report has so many rows; returns how many it has. */
async function reported(file: string, count: number): Promise<number> {
  for (;;) {
    const rows = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length - 1 : 0;
    if (rows >= count) return rows;
    await sleep(2);
  }
}
