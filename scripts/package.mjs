// `npm run package [FOLDER]`: one installable package in build/, the server, the console, the command and the
// terminal UI in it, and the list of everything that it is made of (CycloneDX).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXTERNAL } from '../cli/rolldown.config.mjs';
import { buildMissing } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const made = resolve(process.argv[2] ?? join(root, 'build'));
const folder = join(made, 'package');
const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

function run(command, args, cwd = root) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** The packages that are not in the bundle, at the versions it was built and tested with. */
function dependencies() {
  const all = { ...read('server', 'package.json').dependencies, ...read('cli', 'package.json').dependencies };
  return Object.fromEntries(Object.entries(all).filter(([name]) => EXTERNAL.some((pattern) => pattern.test(name))));
}

buildMissing();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
run('npx', ['rolldown', '-c', '--dir', join(folder, 'dist')], join(root, 'cli'));
cpSync(join(root, 'web/dist'), join(folder, 'dist/web'), { recursive: true });
for (const name of ['LICENSE', 'README.md', 'README.zh-CN.md', 'deploy'])
  cpSync(join(root, name), join(folder, name), { recursive: true });

const { version, license } = read('cli', 'package.json');
const needed = dependencies();
const manifest = {
  name: 'shp',
  version,
  description: 'Review of the safety-production standardisation of small hydropower stations: server, console, command',
  license,
  type: 'module',
  bin: { shp: 'dist/shp.js' },
  files: ['dist', 'deploy', 'README.zh-CN.md'],
  engines: read('package.json').engines,
  dependencies: needed,
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(join(made, 'sbom.json'), run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev']));
const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', made], folder));
process.stdout.write(
  `${join(made, packed.filename)}  ${packed.size} bytes, ${packed.entryCount} files\n${join(made, 'sbom.json')}\n`,
);
