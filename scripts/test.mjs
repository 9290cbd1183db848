// `npm test`: builds, then types, lint and every test; the whole of what CI asks.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { buildMissing } from './build.mjs';

const STEPS = [
  ['types: each workspace with its own settings', 'node', ['scripts/types.mjs']],
  ['lint: style, and what is likely to be wrong', 'npx', ['biome', 'check', '--error-on-warnings', '.']],
  ['tests: on SQLite, PostgreSQL and a store of files', 'npx', ['vitest', 'run', ...process.argv.slice(2)]],
];
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

buildMissing();
const folder = folderInMemory();
// Who interrupts interrupts the step under way too; what lies in memory goes after it.
process.on('SIGINT', () => {});
const env = folder === null ? process.env : { ...process.env, TMPDIR: folder };
try {
  for (const [place, [title, command, args]] of STEPS.entries()) {
    process.stdout.write(`\n— ${place + 1} of ${STEPS.length}, ${title}\n`);
    const began = Date.now();
    const { status } = spawnSync(command, args, { stdio: 'inherit', env });
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
