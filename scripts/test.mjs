// `npm test`: builds, then types, lint and every test; the whole of what CI asks.
import { spawnSync } from 'node:child_process';
import { buildMissing } from './build.mjs';

const STEPS = [
  ['types', 'node', ['scripts/types.mjs']],
  ['lint', 'npx', ['biome', 'check', '--error-on-warnings', '.']],
  ['tests', 'npx', ['vitest', 'run', ...process.argv.slice(2)]],
];

buildMissing();
for (const [name, command, args] of STEPS) {
  process.stdout.write(`\n— ${name}\n`);
  const run = spawnSync(command, args, { stdio: 'inherit' });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
