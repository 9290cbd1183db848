// Checks the types of each workspace with its own settings: the core sees neither Node nor React.
import { spawnSync } from 'node:child_process';

let failed = false;
for (const project of ['shared', 'shared/test', 'server', 'cli', 'web', 'tests']) {
  const run = spawnSync('npx', ['tsc', '--project', project], { stdio: 'inherit' });
  failed ||= run.status !== 0;
}
process.exit(failed ? 1 : 0);
