// `npm run dev`: the server from its sources, restarted at each change, and the console by Vite, whose address serves both.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const data = process.env.SHP_DATA ?? join(root, 'data');
const run = (cwd, ...args) => spawn('npx', args, { cwd: join(root, cwd), stdio: 'inherit' });

const processes = [
  run(
    '.',
    'tsx',
    'watch',
    'cli/src/main.ts',
    'serve',
    '--demo=small',
    '--no-captcha',
    '--port',
    '8080',
    '--data',
    data,
  ),
  run('web', 'vite', '--clearScreen', 'false'),
];
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
for (const one of processes)
  one.on('exit', (code) => {
    stop('SIGTERM');
    process.exitCode ??= code ?? 1;
  });

function stop(signal) {
  for (const one of processes) one.kill(signal);
}
