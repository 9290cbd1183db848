import { createHash } from 'node:crypto';
import { meanwhile, median, rounded } from './load.ts';
import { login, memory, type Running, startOurs } from './servers.ts';

const ROUNDS = 3;

/** The export of all assessments in each format: time, highest memory of the server, a small call meanwhile. */
export async function exports(data: string, url?: string) {
  const figures: Record<string, object> = {};
  for (const format of ['csv', 'ndjson', 'xlsx']) figures[format] = await measured(format, data, url);
  return figures;
}

async function measured(format: string, data: string, url: string | undefined) {
  const ours = await startOurs(data, url);
  try {
    const token = await login(ours.url, 'admin');
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await meanwhile(`${ours.url}/api/user`, { token }, () => fetchWhole(ours, token, format)));
    }
    const seconds = median(rounds.map(({ result }) => result.seconds));
    const rows = rounds[0]?.result.rows ?? 0;
    return {
      rows,
      megabytes: rounded((rounds[0]?.result.bytes ?? 0) / 2 ** 20),
      seconds: rounded(seconds),
      rowsPerSecond: Math.round(rows / seconds),
      memory: memory(ours.pid, 'VmHWM'),
      'a small call meanwhile': {
        p95: median(rounds.map(({ p95 }) => p95)),
        longest: rounds.map((one) => one.longest),
      },
    };
  } finally {
    await ours.stop();
  }
}

/** Receives an export; its digest must be the one that was announced. */
async function fetchWhole({ url }: Running, token: string, format: string) {
  const began = performance.now();
  const answer = await fetch(`${url}/api/assessment/export?format=${format}`, { headers: { token } });
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  const seconds = (performance.now() - began) / 1000;
  if (answer.headers.get('repr-digest') !== `sha-256=:${hash.digest('base64')}:`) throw new Error('another digest');
  return { seconds, bytes, rows: Number(answer.headers.get('row-count')) };
}
