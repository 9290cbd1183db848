import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@shp/server/demo/random';
import { must } from '../tests/nightly/faults/clients.ts';
import { Line, type Reply, requestOf } from '../tests/support/connection.ts';
import { type Contract, startContract } from '../tests/support/contract.ts';
import { memory } from '../tests/support/processes.ts';
import { meanwhile, percentile, spread } from './measure.ts';
import { get, login, loginBody } from './servers.ts';
import { batchOf, scoring, type Task } from './writes.ts';

const FLAGS = ['--demo=full', '--no-captcha'];
const FIRST_RATE = 60;
const WARM_SECONDS = 5;
const STEP = 1.4;
const STEP_SECONDS = 4;
/** Beyond this, or with a refusal, a rate is not sustainable. */
const MOST_P95_MS = 500;
const TIMES = 10;
const CALM_SECONDS = 6;
const HEALTH_MS = 200;

/** `count`: servers on one database; two or more are for PostgreSQL. */
export type Overloading = { seconds: number; seed: number; count: number; report(line: object): void };

/** Ten times the rate that servers can sustain, on the full demo. @throws Broken */
export async function overload({ seconds, seed, count, report }: Overloading): Promise<object> {
  const first = await startContract(FLAGS);
  const servers = [first];
  try {
    while (servers.length < count) servers.push(await startContract(FLAGS, first.data));
    const urls = servers.map(({ url }) => url);
    const resident = (which?: 'VmHWM') => servers.map(({ process }) => memory(process.pid ?? 0, which));
    const work = await newWork(first, new Random(seed));
    const rate = await sustainable(urls, work, report);
    const before = await drive(urls, work, rate / 2, CALM_SECONDS);
    const calm = resident();
    const health = async () => {
      const line = new Line(first.url);
      const { status } = await line.ask(requestOf('GET', '/api/health', '')).finally(() => line.end());
      must(status === 200, () => `health is answered ${status}`);
    };
    const storm = await meanwhile(health, () => drive(urls, work, rate * TIMES, seconds), HEALTH_MS);
    const { due, unsent, right, refused, cut } = storm.result;
    const highest = resident('VmHWM');
    const after = await drive(urls, work, rate / 2, CALM_SECONDS);
    const alive = servers.every(({ process }) => process.exitCode === null);
    must(alive, () => 'a server has ended');
    return {
      sustainable: { perSecond: Math.round(rate), p95: spread(before.right).p95 },
      storm: {
        duePerSecond: Math.round(due / seconds),
        sentPerSecond: Math.round((due - unsent) / seconds),
        rightPerSecond: Math.round(right.length / seconds),
        refusedPerSecond: Math.round(refused.length / seconds),
        cut,
        right: spread(right),
        refused: spread(refused),
        health: storm.times,
        megabytes: { before: calm, highest },
      },
      after: { p95: spread(after.right).p95, refused: after.refused.length },
      batches: { answered: await work.settle(first), lost: 0 },
    };
  } finally {
    // The first one deletes the data.
    for (const one of servers.reverse()) await one.stop();
  }
}

/** The highest rate, by steps, at which nothing is refused and answers are quick; each is tried twice. */
async function sustainable(urls: readonly string[], work: Work, report: Overloading['report']): Promise<number> {
  await drive(urls, work, FIRST_RATE, WARM_SECONDS);
  const bears = async (rate: number) => {
    const { right, refused, unsent, cut } = await drive(urls, work, rate, STEP_SECONDS);
    report({ rate: Math.round(rate), p95: spread(right).p95, refused: refused.length });
    return unsent + refused.length + cut === 0 && percentile(right, 0.95) <= MOST_P95_MS;
  };
  let rate = FIRST_RATE;
  while ((await bears(rate)) || (await bears(rate))) rate *= STEP;
  must(rate > FIRST_RATE, () => `${rate} requests a second are too many already`);
  return rate / STEP;
}

/** `due`: requests by rate and time; `unsent` of them found no connection free. Times are in milliseconds. */
type Driven = { due: number; unsent: number; right: number[]; refused: number[]; cut: number };

const TICK_MS = 4;
/** If this process was held up, it does not make up for all of it at once. */
const MOST_AT_ONCE = 2000;
const MOST_LINES = 3000;

/** Sends this many requests a second to servers in turn, answered or not. @throws Broken after a wrong answer */
async function drive(urls: readonly string[], work: Work, rate: number, seconds: number): Promise<Driven> {
  const driven: Driven = { due: 0, unsent: 0, right: [], refused: [], cut: 0 };
  const wrong: string[] = [];
  const lines = new Set<Line>();
  const free: Line[] = [];
  let opened = 0;
  const running = new Set<Promise<void>>();

  const run = async (line: Line, ask: Ask) => {
    const sent = performance.now();
    const reply = await line.ask(ask.request).catch(() => null);
    const took = performance.now() - sent;
    ask.became?.(reply);
    if (line.closed) lines.delete(line);
    else free.push(line);
    if (reply === null) driven.cut += 1;
    else if (reply.status === 200 && ask.isRight(reply.body)) driven.right.push(took);
    else if ([503, 429].includes(reply.status) && Number(reply.retryAfter) > 0) driven.refused.push(took);
    else wrong.push(`${ask.request.split('\r\n')[0]}: ${reply.status} ${reply.body.slice(0, 200)}`);
  };
  const lineOf = (): Line | null => {
    for (let line = free.pop(); line; line = free.pop()) {
      if (!line.closed) return line;
      lines.delete(line);
    }
    if (lines.size >= MOST_LINES) return null;
    const line = new Line(urls[opened++ % urls.length] ?? '');
    lines.add(line);
    return line;
  };

  const began = performance.now();
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
    const missing = Math.min(Math.floor((passed / 1000) * rate) - driven.due, MOST_AT_ONCE);
    for (let each = 0; each < missing; each++) {
      driven.due += 1;
      const line = lineOf();
      if (line === null) driven.unsent += 1;
      else {
        const under: Promise<void> = run(line, work.next()).finally(() => running.delete(under));
        running.add(under);
      }
    }
    await sleep(TICK_MS);
  }
  await Promise.all(running);
  for (const line of lines) line.end();
  must(wrong.length === 0, () => wrong.slice(0, 5).join('\n'));
  return driven;
}

/** One request, and what its answer must be. */
type Ask = {
  request: string;
  /** Whether an answer of 200 is the caller's own, and whole. */
  isRight(body: string): boolean;
  became?(reply: Reply | null): void;
};

/** What many people do at once: nine of ten requests read, 8 % are batches of scores, 2 % logins. */
type Work = {
  next(): Ask;
  /** Afterwards: every answered batch is there, no refused one; the number of answered ones. */
  settle(server: Contract): Promise<number>;
};

const STATIONS = 40;
const [SCORES_OF_100, LOGINS_OF_100] = [8, 2];
/** The reasons of the batches, each with its number. */
const MARK = 'overload ';

type Scored = { serial: string; reason: string };
const sectionOf = ({ items }: Task) => items[0]?.serial.split('.')[0] ?? '';
const stationAt = (place: number) => `station${String(place + 1).padStart(4, '0')}`;

async function newWork(server: Contract, random: Random): Promise<Work> {
  const tasks = await scoring(server.url, 8);
  const readers = [
    ...tasks.flatMap(readsOfExpert),
    ...(await readsOfUnit(server, 'county450325', '450325')),
    ...(await readsOfUnit(server, 'city450300', '4503')),
    ...(await Promise.all(Array.from({ length: 8 }, (_, index) => readOfStation(server, stationAt(index))))),
  ];
  const [answered, refused] = [new Set<number>(), new Set<number>()];
  let sent = 0;
  const batch = (task: Task): Ask => {
    sent += 1;
    const number = sent;
    const { expertId: _, ...body } = batchOf(task, number, MARK + number);
    return {
      request: requestOf('POST', '/api/assessment/expert_scores', task.headers.token, body),
      isRight: (text) => typeof (JSON.parse(text) as { sum: object }).sum === 'object',
      became: (reply) => reply && (reply.status === 200 ? answered : refused).add(number),
    };
  };
  return {
    next() {
      const draw = random.between(0, 100);
      if (draw < SCORES_OF_100) return batch(random.pick(tasks));
      if (draw < SCORES_OF_100 + LOGINS_OF_100) return loginOf(stationAt(random.int(0, STATIONS - 1)));
      return random.pick(readers);
    },
    async settle({ rawDatabase, as }) {
      const rows = await rawDatabase.sql<{ changes: string }>(
        "SELECT changes FROM audit WHERE action = 'assessment/expert_scores'",
      );
      const stored = rows.flatMap(({ changes }) => {
        const { expert: _, ...scores } = JSON.parse(changes) as Record<string, [unknown, Scored]>;
        const reason = Object.values(scores)[0]?.[1].reason ?? '';
        return reason.startsWith(MARK) ? [Number(reason.slice(MARK.length))] : [];
      });
      const there = new Set(stored);
      must(stored.length === there.size, () => 'a batch is there twice');
      for (const number of answered) must(there.has(number), () => `batch ${number} was answered and is lost`);
      for (const number of refused) must(!there.has(number), () => `batch ${number} was refused and is there`);
      for (const task of tasks) {
        const { id, expertId } = task;
        const found = await as(task.headers.token).call('GET assessment/expert_scores', {
          id,
          expertId,
          s1: sectionOf(task),
        });
        must(isWhole(found, task), () => `half a batch is there in ${id}`);
      }
      return answered.size;
    },
  };
}

/** All items of a batch have its number, or none has. */
function isWhole(scores: readonly Scored[], { items }: Task): boolean {
  const serials = new Set(items.map(({ serial }) => serial));
  const own = scores.filter(({ serial }) => serials.has(serial));
  return new Set(own.map(({ reason }) => (reason.startsWith(MARK) ? reason : ''))).size <= 1;
}

function read<T>(path: string, { token }: { token: string }, isRight: (answer: T) => boolean): Ask {
  return { request: requestOf('GET', path, token), isRight: (body) => isRight(JSON.parse(body) as T) };
}

type Page<T> = { items: T[] };

function readsOfExpert(task: Task): Ask[] {
  const { headers, id, expertId } = task;
  const path = `/api/assessment/expert_scores?id=${id}&expertId=${expertId}&s1=${sectionOf(task)}`;
  return [
    read<{ id: string }>('/api/user', headers, (answer) => answer.id === expertId),
    read<Page<{ experts: { id: string }[] }>>('/api/assessment/query?waiting=true', headers, ({ items }) =>
      items.every(({ experts }) => experts.every((expert) => expert.id === expertId)),
    ),
    read<Scored[]>(path, headers, (scores) => isWhole(scores, task)),
  ];
}

async function readsOfUnit({ url }: Contract, account: string, division: string): Promise<Ask[]> {
  const headers = await login(url, account);
  const list = '/api/assessment/query?status=passed&status=failed&sortby=submittedAt&desc=true';
  return [
    read<Page<{ division: string }>>('/api/user/stations', headers, ({ items }) =>
      items.every((row) => row.division.startsWith(division)),
    ),
    read<Page<{ station: { division: string } }>>(list, headers, ({ items }) =>
      items.every(({ station }) => station.division.startsWith(division)),
    ),
    read<{ station: number }>('/api/basic/status', headers, ({ station }) => station > 0),
  ];
}

async function readOfStation({ url }: Contract, account: string): Promise<Ask> {
  const headers = await login(url, account);
  const { id } = await get<{ id: string }>(`${url}/api/user`, headers);
  return read<Page<{ station: { id: string } }>>('/api/assessment/query', headers, ({ items }) =>
    items.every(({ station }) => station.id === id),
  );
}

function loginOf(account: string): Ask {
  return {
    request: requestOf('POST', '/api/session/login', '', loginBody(account)),
    isRight: (text) => (JSON.parse(text) as { user: { account: string } }).user.account === account,
  };
}
