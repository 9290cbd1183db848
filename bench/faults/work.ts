import type { Random } from '@shp/server/demo/random';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { Contract } from '../../tests/support/contract.ts';
import { get, login, PASSWORD } from '../servers.ts';
import { scoring, type Task } from '../writes.ts';
import { must } from './clients.ts';
import { type Reply, requestOf } from './line.ts';

/** One request, and what its answer must be. */
export type Ask = {
  request: string;
  /** Whether an answer of 200 is the asker's own, and whole. */
  isRight(body: string): boolean;
  /** Told what became of it; null where the line broke. */
  became?(reply: Reply | null): void;
};

/** What many people do at once: nine of ten requests read, the rest are batches of scores and a few logins. */
export type Work = {
  next(): Ask;
  /** Afterwards: each batch that was answered is there, and none that was refused. */
  settle(server: Contract): Promise<{ answered: number }>;
};

const STATIONS = 40;
const SCORES_OF_100 = 8;
const LOGINS_OF_100 = 2;

export async function newWork(server: Contract, random: Random): Promise<Work> {
  const tasks = await scoring(server, 8);
  const readers = [
    ...tasks.flatMap(readsOfExpert),
    ...(await readsOfPlace(server, 'county450325', '450325')),
    ...(await readsOfPlace(server, 'city450300', '4503')),
    ...(await Promise.all(Array.from({ length: 8 }, (_, place) => readOfStation(server, stationAt(place))))),
  ];
  const batches = batchesOf(tasks);
  return {
    next() {
      const draw = random.between(0, 100);
      if (draw < SCORES_OF_100) return batches.next(random.pick(tasks));
      if (draw < SCORES_OF_100 + LOGINS_OF_100) return loginOf(stationAt(random.int(0, STATIONS - 1)));
      return random.pick(readers);
    },
    settle: batches.settle,
  };
}

const stationAt = (place: number) => `station${String(place + 1).padStart(4, '0')}`;

function read(path: string, token: string, isRight: (answer: never) => boolean): Ask {
  return { request: requestOf('GET', path, token), isRight: (body) => isRight(JSON.parse(body) as never) };
}

function readsOfExpert({ token, id, expertId, items }: Task): Ask[] {
  const path = `/api/assessment/expert_scores?id=${id}&expertId=${expertId}&s1=${sectionOf(items)}`;
  return [
    read('/api/user', token, (answer: { id: string }) => answer.id === expertId),
    read('/api/assessment/query?waiting=true', token, ({ items: rows }: { items: { experts: { id: string }[] }[] }) =>
      rows.every(({ experts }) => experts.every((expert) => expert.id === expertId)),
    ),
    read(path, token, (scores: Scored[]) => isWhole(scores, items)),
  ];
}

async function readsOfPlace(server: Contract, account: string, division: string): Promise<Ask[]> {
  const token = await login(server.url, account);
  const list = '/api/assessment/query?status=passed&status=failed&sortby=submittedAt&desc=true';
  return [
    read('/api/user/stations', token, ({ items }: { items: { division: string }[] }) =>
      items.every((row) => row.division.startsWith(division)),
    ),
    read(list, token, ({ items }: { items: { station: { division: string } }[] }) =>
      items.every(({ station }) => station.division.startsWith(division)),
    ),
    read('/api/basic/status', token, ({ station }: { station: number }) => station > 0),
  ];
}

async function readOfStation(server: Contract, account: string): Promise<Ask> {
  const token = await login(server.url, account);
  const { id } = await get<{ id: string }>(`${server.url}/api/user`, token);
  return read('/api/assessment/query', token, ({ items }: { items: { station: { id: string } }[] }) =>
    items.every(({ station }) => station.id === id),
  );
}

function loginOf(account: string): Ask {
  const body = { account, password: hashPassword(PASSWORD), key: '', code: '' };
  return {
    request: requestOf('POST', '/api/session/login', '', body),
    isRight: (text) => (JSON.parse(text) as { user: { account: string } }).user.account === account,
  };
}

/** Reasons of these batches, each with its number. */
const MARK = 'overload ';

type Scored = { serial: string; reason: string };
const sectionOf = (items: Task['items']) => items[0]?.serial.split('.')[0] ?? '';

/** Of the items of a batch all bear the same one's number, or none does. */
function isWhole(scores: readonly Scored[], items: Task['items']): boolean {
  const serials = new Set(items.map(({ serial }) => serial));
  const own = scores.filter(({ serial }) => serials.has(serial));
  return new Set(own.map(({ reason }) => (reason.startsWith(MARK) ? reason : ''))).size <= 1;
}

function batchesOf(tasks: readonly Task[]) {
  const [answered, refused] = [new Set<number>(), new Set<number>()];
  let sent = 0;
  return {
    next({ token, id, items }: Task): Ask {
      sent += 1;
      const number = sent;
      const scored = items.map(({ serial, most }) => ({
        serial,
        score: Math.floor((most * (number % 97)) / 97),
        missing: false,
        reason: MARK + number,
      }));
      return {
        request: requestOf('POST', '/api/assessment/expert_scores', token, { id, items: scored }),
        isRight: (body) => typeof (JSON.parse(body) as { sum: { scored: number } }).sum === 'object',
        became(reply) {
          if (reply === null) return;
          (reply.status === 200 ? answered : refused).add(number);
        },
      };
    },
    async settle(server: Contract) {
      const rows = await server.behind.sql<{ changes: string }>(
        "SELECT changes FROM audit WHERE action = 'assessment/expert_scores'",
      );
      const kept = new Map<number, number>();
      for (const { changes } of rows) {
        const { expert: _, ...scores } = JSON.parse(changes) as Record<string, [unknown, { reason: string }]>;
        const [score] = Object.values(scores);
        if (!score?.[1].reason.startsWith(MARK)) continue;
        const number = Number(score[1].reason.slice(MARK.length));
        kept.set(number, (kept.get(number) ?? 0) + 1);
      }
      for (const number of answered) must(kept.get(number) === 1, () => `batch ${number} was answered and is lost`);
      for (const number of refused) must(!kept.has(number), () => `batch ${number} was refused and is there`);
      for (const { token, id, expertId, items } of tasks) {
        const s1 = sectionOf(items);
        const there = await server.as(token).call('GET assessment/expert_scores', { id, expertId, s1 });
        must(isWhole(there, items), () => `half a batch is there in ${id}`);
      }
      return { answered: answered.size };
    },
  };
}
