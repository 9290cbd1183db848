// `npm test`: builds, then types, lint and the tests that run with each change; the whole of what CI asks. With --all
// (`npm run test:all`) also those of `tests/lanes.ts`, without the nightly ones.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { relative } from 'node:path';
import { buildMissing } from './build.mjs';

const STEPS = [
  ['types: each workspace with its own settings', 'node', ['scripts/types.mjs']],
  ['lint: style, likely faults, and the order of folders', 'npm', ['run', '--silent', 'lint']],
];
const ALL = '--all';
const given = process.argv.slice(2);
const asked = given.filter((word) => word !== ALL);
const WITH_EACH_CHANGE = ['unit', 'components', 'sqlite', 'postgres', 'store', 'browser', 'terminal'];
const wanted = given.includes(ALL) ? [...WITH_EACH_CHANGE, '*-more'] : WITH_EACH_CHANGE;
/** These projects, unless the caller names some. */
const PROJECTS = asked.some((word) => word.startsWith('--project')) ? [] : wanted.map((name) => `--project=${name}`);
const TESTS = ['vitest', 'run', ...PROJECTS, ...asked];
const SLOWEST = './tests/support/slowestFiles.ts';
/** More failed files than this are no chance: they are not run again. */
const MAX_RERUN = 12;
const GIGABYTE = 1 << 30;
const MEMORY = '/dev/shm';

/** A folder in memory for what the tests write, where there is room: nothing of it has to outlive the machine. Null where there is none. */
function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < 4 * GIGABYTE || freemem() < 8 * GIGABYTE) return null;
    const folder = mkdtempSync(`${MEMORY}/shp-tests-`);
    // PostgreSQL runs as a user of its own where the tests run as root.
    chmodSync(folder, 0o755);
    // The browser is unpacked there: some systems run nothing from memory.
    const program = `${folder}/program`;
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    if (spawnSync(program).status === 0) return folder;
    rmSync(folder, { recursive: true });
    return null;
  } catch {
    return null;
  }
}

/**
 * Runs the tests; files that failed run once more, alone. Those that pass then are printed as UNSTABLE: they must be
 * mended before anything else, but do not fail the whole run.
 */
function runTests(env, folder) {
  const report = `${folder ?? tmpdir()}/results.${process.pid}.json`;
  const reporters = ['--reporter=default', `--reporter=${SLOWEST}`, '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync('npx', [...TESTS, ...reporters], { stdio: 'inherit', env });
  if (status === 0) return 0;
  const failed = failedFiles(report);
  if (failed.length === 0 || failed.length > MAX_RERUN) return status ?? 1;
  process.stdout.write(`\n— once more, alone: ${failed.join(' ')}\n`);
  const again = spawnSync('npx', ['vitest', 'run', ...PROJECTS, '--maxWorkers=1', ...failed], {
    stdio: 'inherit',
    env,
  });
  if (again.status === 0) for (const file of failed) process.stdout.write(`UNSTABLE: ${file}\n`);
  return again.status ?? 1;
}

function failedFiles(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const names = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name));
    return [...new Set(names)];
  } catch {
    return [];
  }
}

buildMissing();
const folder = folderInMemory();
// An interrupt ends the running step too; its files in memory are removed after it.
process.on('SIGINT', () => {});
const env = folder === null ? process.env : { ...process.env, TMPDIR: folder };
try {
  const steps = [
    ...STEPS.map(([title, command, args]) => [title, () => spawnSync(command, args, { stdio: 'inherit', env }).status]),
    ['tests: on SQLite, PostgreSQL and a store of files', () => runTests(env, folder)],
  ];
  for (const [place, [title, run]] of steps.entries()) {
    process.stdout.write(`\n— ${place + 1} of ${steps.length}, ${title}\n`);
    const began = Date.now();
    const status = run();
    process.stdout.write(
      `— ${status === 0 ? 'in order' : 'FAILED'} after ${Math.round((Date.now() - began) / 1000)} s\n`,
    );
    if (status === 0) continue;
    process.exitCode = 1;
    break;
  }
} finally {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
}
