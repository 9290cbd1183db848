// Builds what is missing or older than its sources: the command (with the server in it) and the console.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const TARGETS = [
  {
    workspace: 'cli',
    output: 'cli/dist/shp.js',
    sources: ['shared/src', 'server/src', 'server/data', 'web/src/verify', 'cli', 'package-lock.json'],
  },
  { workspace: 'web', output: 'web/dist/index.html', sources: ['shared/src', 'web', 'package-lock.json'] },
];

function newest(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules' && name !== 'test');
  return names.reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
}

/** Builds each target that is not up to date; ends the process where a build fails. */
export function buildMissing() {
  for (const { workspace, output, sources } of TARGETS) {
    const file = join(root, output);
    const made = existsSync(file) ? statSync(file).mtimeMs : 0;
    if (made > Math.max(...sources.map((source) => newest(join(root, source))))) continue;
    process.stderr.write(`building ${workspace} …\n`);
    const run = spawnSync('npm', ['run', 'build', '--workspace', workspace], {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (run.status === 0) continue;
    process.stderr.write(run.stdout + run.stderr);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildMissing();
