// Kills, floods and starves a server and tells what came of it, as lines of JSON and at last as a table:
// npm run faults [-- --rounds 200 --seconds 60 --seed 1 --database postgres --servers 2 --only kill,…]
import { parseArgs } from 'node:util';
import { startPostgres, usingPostgres } from '../../tests/support/postgres.ts';
import { backups } from './backup.ts';
import { killRounds } from './kill.ts';
import { overload } from './overload.ts';
import { restartRounds } from './restarts.ts';
import { standstill } from './standstill.ts';
import { tableOf } from './table.ts';

const DATABASES = ['sqlite', 'postgres'];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: 'sqlite' },
    servers: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const [rounds, seconds, seed] = [Number(values.rounds), Number(values.seconds), Number(values.seed)];
const told = (line: object) => console.error(JSON.stringify(line));
const PARTS = {
  kill: () => killRounds({ rounds, seed, imported: rounds * 30, told }),
  restarts: () => restartRounds({ rounds: Math.ceil(rounds / 10), seed, imported: rounds * 3, told }),
  standstill: () => standstill({ seconds, seed, told }),
  overload: () => overload({ seconds, seed, count: Number(values.servers), told }),
  backups,
};
// `shp backup` is for a SQLite.
const usual = Object.keys(PARTS).filter((name) => values.database === 'sqlite' || name !== 'backups');
const wanted = values.only?.split(',') ?? usual;
if (wanted.some((name) => !Object.hasOwn(PARTS, name)) || !DATABASES.includes(values.database)) {
  console.error(
    `npm run faults [-- --rounds N --seconds N --seed N --database ${DATABASES.join('|')} --servers N --only ${Object.keys(PARTS).join(',')}]`,
  );
  process.exit(2);
}
const postgres = values.database === 'postgres' ? await startPostgres() : null;
if (postgres) usingPostgres(postgres.url);
const figures: Record<string, object> = {};
try {
  told({ seed, database: values.database, node: process.version, date: new Date().toISOString() });
  for (const name of wanted as (keyof typeof PARTS)[]) {
    figures[name] = await PARTS[name]();
    told({ [name]: figures[name] });
  }
} finally {
  await postgres?.stop();
}
console.log(tableOf(figures));
