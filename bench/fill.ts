// Fills a new data directory with generated examples and says how long it took:
// npm run fill -- --stations 10000 --assessments 100000 --data DIR [--database-url URL] [--seed 1] [--files]
// Uploaded files are left out unless --files is given: benchmarks read none, and they take most of the time.
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fillDemo } from '@shp/server/demo/index';
import { localFiles } from '@shp/server/files/blobs/fileStore';
import { openDatabase } from '@shp/server/store/db/database';
import { databaseFile } from '@shp/server/store/db/types';
import { anyUser } from '@shp/server/store/repositories/users';

const { values } = parseArgs({
  options: {
    stations: { type: 'string', default: '2000' },
    assessments: { type: 'string', default: '6000' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
    'database-url': { type: 'string' },
    files: { type: 'boolean', default: false },
  },
});
const { data } = values;
const [stations, assessments, seed] = [values.stations, values.assessments, values.seed].map(Number);
if (
  data === undefined ||
  !isCount(stations) ||
  !isCount(assessments) ||
  !Number.isSafeInteger(seed) ||
  stations === 0
) {
  console.error('npm run fill -- --stations N --assessments N --data DIR [--database-url URL] [--seed N] [--files]');
  process.exit(2);
}

const url = values['database-url'];
const database = await openDatabase(url === undefined ? { data } : { url });
if (await anyUser(database.read)) {
  console.error(`${url ?? data} is not empty`);
  process.exit(1);
}
const began = performance.now();
await fillDemo(
  database.write,
  { data, blobs: localFiles(data).blobs },
  { size: { stations, assessments }, seed: Number(seed), adminPassword: null, files: values.files },
);
const seconds = (performance.now() - began) / 1000;
const counts: Record<string, number> = {};
for (const table of ['users', 'assessments', 'events', 'assessment_experts', 'links'] as const) {
  const { count } = await database.read
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  counts[table] = count;
}
await database.close();
const size = url === undefined ? { megabytes: Math.round(statSync(databaseFile(data)).size / 2 ** 20) } : {};
console.log(JSON.stringify({ ...counts, seconds: Number(seconds.toFixed(2)), ...size }));

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}
