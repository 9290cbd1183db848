// Imports stations while the import is killed without warning at random points and run again, and counts what came of
// it; beside it the same without a kill: npm run bench:import [-- --rows 10000 --kills 10 --seed 1]
import { parseArgs } from 'node:util';
import { Random } from '@shp/server/demo/random';
import { newDesk } from '../tests/support/desk.ts';
import { startServer } from '../tests/support/server.ts';
import { killedImport } from '../tests/terminal/killedImport.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
});
const rows = Number(values.rows);
const random = new Random(Number(values.seed));

for (const kills of [0, Number(values.kills)]) {
  const server = await startServer({}, ['--demo', '--no-captcha']);
  const desk = await newDesk(server.url);
  try {
    await desk.login('city450300');
    console.log(JSON.stringify({ rows, kills, ...(await killedImport(desk, rows, kills, random)) }));
  } finally {
    await desk.clear();
    await server.stop();
  }
}
