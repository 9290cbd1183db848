// `npm run package [FOLDER]`: one installable package in build/, the server, the console, the command and the
// terminal UI in it, and the list of everything that it is made of (CycloneDX).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXTERNAL } from '../cli/rolldown.config.mjs';
import { buildMissing } from './build.mjs';
import { pinned } from './pinned.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const made = resolve(process.argv[2] ?? join(root, 'build'));
const folder = join(made, 'package');
const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

function run(command, args, cwd = root) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** The packages that are not in the bundle, as the workspaces name them. */
function outside() {
  const all = { ...read('server', 'package.json').dependencies, ...read('cli', 'package.json').dependencies };
  return Object.keys(all).filter((name) => EXTERNAL.some((pattern) => pattern.test(name)));
}

/**
 * The parts that the lock file does not keep for building and testing alone. `npm sbom --omit dev` does not do: it
 * leaves out what the server and a tool need alike.
 */
function parts() {
  const list = JSON.parse(run('npm', ['sbom', '--sbom-format', 'cyclonedx']));
  const kept = new Set(
    Object.entries(read('package-lock.json').packages)
      .filter(([, { dev }]) => !dev)
      .map(([place, { name, version }]) => `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`),
  );
  const components = list.components.filter(({ name, version }) => kept.has(`${name}@${version}`));
  const refs = new Set([list.metadata.component, ...components].map((one) => one['bom-ref']));
  const dependencies = list.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => refs.has(ref)) }));
  return { ...list, components, dependencies };
}

buildMissing();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
run('npx', ['rolldown', '-c', '--dir', join(folder, 'dist')], join(root, 'cli'));
cpSync(join(root, 'web/dist'), join(folder, 'dist/web'), { recursive: true });
// The folder of the compose file has the passwords of its user.
const noSecrets = (path) => basename(path) !== '.env';
for (const name of ['LICENSE', 'README.md', 'README.zh-CN.md', 'deploy'])
  cpSync(join(root, name), join(folder, name), { recursive: true, filter: noSecrets });

const { version, license } = read('cli', 'package.json');
const manifest = {
  name: 'shp',
  version,
  description: 'Review of the safety-production standardisation of small hydropower stations: server, console, command',
  license,
  type: 'module',
  bin: { shp: 'dist/shp.js' },
  files: ['dist', 'deploy', 'README.zh-CN.md'],
  engines: read('package.json').engines,
  dependencies: pinned(read('package-lock.json').packages, outside()),
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(join(made, 'sbom.json'), `${JSON.stringify(parts(), null, 2)}\n`);
const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', made], folder));
process.stdout.write(
  `${join(made, packed.filename)}  ${packed.size} bytes, ${packed.entryCount} files\n${join(made, 'sbom.json')}\n`,
);
