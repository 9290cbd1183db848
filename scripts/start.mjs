// `npm start`: builds what is missing, then serves the demo from ./data until it is stopped.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildMissing } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
buildMissing();
const data = process.env.SHP_DATA ?? join(root, 'data');
const server = spawn(
  process.execPath,
  [join(root, 'cli/dist/shp.js'), 'serve', '--demo=small', '--data', data, ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
// npm hands a signal to its shell, which dies of it without a word to us.
const parent = process.ppid;
setInterval(() => process.ppid === parent || server.kill('SIGTERM'), 500).unref();
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
