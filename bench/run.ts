// Measures what docs/performance.md and docs/reliability.md promise: npm run bench -- --data DIR [--only lists,tui]
// DIR is a filled data directory (npm run fill); with --database-url of a filled PostgreSQL, only its files are there. What
// is written goes into copies of both. One object of JSON per part; without --only, all parts that need DIR.
import { parseArgs } from 'node:util';
import { killRounds, restartRounds } from '../tests/nightly/faults/loop.ts';
import { startPostgres, usingPostgres } from '../tests/support/postgres.ts';
import { imports, start, tui } from './commands.ts';
import { exports, serving } from './exports.ts';
import { field } from './field.ts';
import { hot, lists } from './lists.ts';
import { oldMachine } from './oldMachine.ts';
import { overload } from './overload.ts';
import { scenario } from './scenario.ts';
import type { Filled } from './servers.ts';
import { slowLine } from './slowLine.ts';
import { statistics } from './statistics.ts';
import { logins, writes } from './writes.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    'database-url': { type: 'string' },
    only: { type: 'string' },
    turns: { type: 'string', default: '20' },
    rows: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '10' },
    slow: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: 'sqlite' },
    servers: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
const count = (name: 'turns' | 'rows' | 'kills' | 'slow' | 'rounds' | 'seconds' | 'seed' | 'servers') =>
  Number(values[name]);
const report = (line: object) => console.error(JSON.stringify(line));
const seed = count('seed');
const rounds = count('rounds');

/** On a filled directory. */
const FILLED: Record<string, [measures: string, run: (filled: Filled) => Promise<object>]> = {
  lists: ['lists of 20 beside the floor', lists],
  hot: ['processor time of every hot list', hot],
  statistics: ['each statistics call at region, city and county, beside a list by the floor', statistics],
  writes: ['20 scores, a new station, beside the floor', writes],
  logins: ['logins beside the hash alone, a small call meanwhile', logins],
  exports: ['csv, ndjson, xlsx: time, memory, a small call meanwhile', exports],
  serving: ['start of the server, memory when idle', serving],
  tui: ['terminal UI: first paint, a key, a key during an export, idle', ({ data }) => tui(data)],
};
/** On data of their own. */
const OWN: Record<string, [measures: string, run: () => Promise<object>]> = {
  start: ['commands beside an empty Node process; --turns', () => start(count('turns'))],
  import: [
    'import of stations, left alone and killed; --rows --kills',
    () => imports(count('rows'), count('kills'), seed),
  ],
  day: ["a manager's day on 6,000 assessments, by keys and by commands, while exports run", () => scenario(6000)],
  field: ['a day on site offline: opening on a slow processor, sending over 1 Mbit/s', () => field(report)],
  slow: ['home page over two slow connections with an empty cache', slowLine],
  old: ['wait of a person on an old machine; --slow', () => oldMachine(count('slow'))],
  kill: [
    'server killed under mixed work; --rounds --database postgres',
    () => killRounds({ rounds, seed, imported: rounds * 30, report }),
  ],
  restarts: [
    'PostgreSQL killed under mixed work; a tenth of --rounds',
    () => restartRounds({ rounds: Math.ceil(rounds / 10), seed, imported: rounds * 3, report }),
  ],
  overload: [
    'ten times the sustainable rate; --seconds --database postgres --servers',
    () => overload({ seconds: count('seconds'), seed, count: count('servers'), report }),
  ],
};

const { data, 'database-url': url } = values;
const wanted = values.only?.split(',') ?? Object.keys(FILLED);
const known = wanted.every((name) => (data !== undefined && Object.hasOwn(FILLED, name)) || Object.hasOwn(OWN, name));
if (values.help || !known || !['sqlite', 'postgres'].includes(values.database)) {
  const rows = (parts: object) => Object.entries(parts).map(([name, [measures]]) => `  ${name.padEnd(12)}${measures}`);
  console.error('npm run bench -- --data DIR [--database-url URL] [--only NAME,…], on a filled directory:');
  console.error(
    [...rows(FILLED), 'npm run bench -- --only NAME,… [--seed N], on data of their own:', ...rows(OWN)].join('\n'),
  );
  process.exit(2);
}
report({ seed, node: process.version, date: new Date().toISOString() });
const postgres = values.database === 'postgres' ? await startPostgres() : null;
if (postgres) usingPostgres(postgres.url);
try {
  for (const name of wanted) {
    const figures = await (FILLED[name]?.[1]({ data: data ?? '', url }) ?? OWN[name]?.[1]());
    console.log(JSON.stringify({ [name]: figures }, null, 2));
  }
} finally {
  await postgres?.stop();
}
// A browser would keep the process running.
process.exit();
