import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { memory } from '../tests/support/processes.ts';
import { meanwhile, median, rounded, spread } from './measure.ts';
import { type Filled, get, login, startOurs } from './servers.ts';

const ROUNDS = 3;

/** The export of all assessments in each format: time, the server's highest memory, a small call meanwhile. */
export async function exports(filled: Filled) {
  const figures: Record<string, object> = {};
  for (const format of ['csv', 'ndjson', 'xlsx']) figures[format] = await exported(format, filled);
  return figures;
}

async function exported(format: string, filled: Filled) {
  const ours = await startOurs(filled);
  try {
    const headers = await login(ours.url, 'admin');
    const whole = async () => {
      const began = performance.now();
      const answer = await fetch(`${ours.url}/api/assessment/export?format=${format}`, { headers });
      const hash = createHash('sha256');
      for await (const chunk of answer.body ?? []) hash.update(chunk);
      const seconds = (performance.now() - began) / 1000;
      const digest = `sha-256=:${hash.digest('base64')}:`;
      if (answer.headers.get('repr-digest') !== digest) throw new Error('not the announced digest');
      return { seconds, rows: Number(answer.headers.get('row-count')) };
    };
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await meanwhile(() => get(`${ours.url}/api/user`, headers), whole));
    const seconds = median(rounds.map(({ result }) => result.seconds));
    const rows = rounds[0]?.result.rows ?? 0;
    return {
      rows,
      seconds: rounded(seconds),
      rowsPerSecond: Math.round(rows / seconds),
      memory: memory(ours.pid, 'VmHWM'),
      'a small call meanwhile, p95': median(rounds.map(({ times }) => times.p95)),
    };
  } finally {
    await ours.stop();
  }
}

const STARTS = 7;
const IDLE_MS = 5_000;

/** From starting the command on a filled database to its first healthy answer, and its memory when idle. */
export async function serving(filled: Filled) {
  const times: number[] = [];
  let idleMegabytes = 0;
  for (let run = 1; run <= STARTS; run++) {
    const began = performance.now();
    const ours = await startOurs(filled);
    await get(`${ours.url}/api/health`, { token: '' });
    times.push(performance.now() - began);
    if (run === STARTS) {
      await sleep(IDLE_MS);
      idleMegabytes = memory(ours.pid);
    }
    await ours.stop();
  }
  return { milliseconds: spread(times), idleMegabytes };
}
