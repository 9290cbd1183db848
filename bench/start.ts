// Measures how long commands take beside an empty Node process, taken in turn so that the machine's other work falls on
// all alike: npm run bench:start [-- --turns 20]
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { newDesk } from '../tests/support/desk.ts';
import { COMMAND, startServer } from '../tests/support/server.ts';

const { values } = parseArgs({ options: { turns: { type: 'string', default: '20' } } });
/** How many times an empty process each may take at most. */
const RUNS = [
  { name: 'node -e 0', words: ['-e', '0'], most: 1 },
  { name: 'shp --version', words: [COMMAND, '--version'], most: 1.3 },
  { name: 'shp --help', words: [COMMAND, '--help'], most: 1.3 },
  { name: 'shp stations list', words: [COMMAND, 'stations', 'list'], most: 2.2 },
];

const server = await startServer({}, ['--demo', '--no-captcha']);
const desk = await newDesk(server.url);
try {
  await desk.login('admin');
  const times = RUNS.map((): number[] => []);
  const env = { ...process.env, ...desk.env };
  for (let turn = 0; turn < Number(values.turns); turn++) {
    for (const [place, { name, words }] of RUNS.entries()) {
      const began = performance.now();
      const { status } = spawnSync(process.execPath, words, { env });
      times[place]?.push(performance.now() - began);
      if (status !== 0) throw new Error(`${name} ended with ${status}`);
    }
  }
  const median = (list: number[] = []) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const least = (list: number[] = []) => Math.min(...list);
  for (const [place, { name, most }] of RUNS.entries()) {
    const [ms, floor] = [median(times[place]), median(times[0])];
    const [quickest, quickestFloor] = [least(times[place]), least(times[0])];
    console.log(
      JSON.stringify({
        run: name,
        medianMs: Math.round(ms),
        leastMs: Math.round(quickest),
        timesFloor: Number((ms / floor).toFixed(2)),
        leastTimesFloor: Number((quickest / quickestFloor).toFixed(2)),
        most,
      }),
    );
  }
} finally {
  await desk.clear();
  await server.stop();
}
