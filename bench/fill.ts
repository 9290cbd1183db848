// Fills a new data directory with generated examples and says how long it took:
// npm run fill -- --stations 10000 --assessments 100000 --data DIR [--database-url URL] [--findings 0] [--seed 1] [--files]
// Uploaded files are left out unless --files is given: benchmarks read none, and they take most of the time.
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fillDemo } from '@shp/server/demo/index';
import { localFiles } from '@shp/server/files/blobs/fileStore';
import { openDatabase } from '@shp/server/store/db/database';
import { databaseFile } from '@shp/server/store/db/types';
import { anyUser } from '@shp/server/store/repositories/users';
import { DEMO_DAY } from '../tests/support/demoDay.ts';

const { values } = parseArgs({
  options: {
    stations: { type: 'string', default: '2000' },
    assessments: { type: 'string', default: '6000' },
    findings: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string', default: '' },
    'database-url': { type: 'string' },
    files: { type: 'boolean', default: false },
  },
});
const { data, files, 'database-url': url } = values;
const [stations, assessments, findings, seed] = [
  Number(values.stations),
  Number(values.assessments),
  Number(values.findings),
  Number(values.seed),
];
if (
  data === '' ||
  ![stations, assessments, findings, seed].every((count) => Number.isSafeInteger(count) && count >= 0) ||
  stations === 0
) {
  console.error(
    'npm run fill -- --stations N --assessments N --data DIR [--database-url URL] [--findings N] [--seed N] [--files]',
  );
  process.exit(2);
}
const database = await openDatabase(url === undefined ? { data } : { url });
if (await anyUser(database.read)) {
  console.error(`${url ?? data} is not empty`);
  process.exit(1);
}
const began = performance.now();
const size = { stations, assessments };
await fillDemo(
  database.write,
  { data, blobs: localFiles(data).blobs },
  { size, seed, adminPassword: null, files, day: DEMO_DAY, moreFindings: findings },
);
const seconds = Number(((performance.now() - began) / 1000).toFixed(2));
const { events } = await database.read
  .selectFrom('events')
  .select((eb) => eb.fn.countAll<number>().as('events'))
  .executeTakeFirstOrThrow();
await database.close();
const megabytes = url === undefined ? Math.round(statSync(databaseFile(data)).size / 2 ** 20) : null;
console.log(JSON.stringify({ stations, assessments, findings, events, seconds, megabytes }));
