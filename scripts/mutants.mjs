// `npm run test:mutants`: plants one leak after the other in a copy of the sources, and runs the twin worlds on the program
// built from it. Ends with 1 if a leak is not found. `npm run test:mutants -- total ETag` plants only those that match.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { MUTANTS } from '../tests/contract/twins/mutants.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shp-mutants-'));
const WORKSPACES = ['shared', 'server', 'cli', 'web'];
const asked = process.argv.slice(2);

/** A copy of what the command is built from; packages are linked, except the workspaces themselves. */
function copySources() {
  const sources = (path) => !/\/(?:node_modules|dist|test)(?:\/|$)/.test(path.slice(root.length - 1));
  for (const name of WORKSPACES) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: sources });
    linkPackages(join(root, name), join(folder, name));
  }
  for (const name of ['package.json', 'tsconfig.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name));
  linkPackages(root, folder);
  mkdirSync(join(folder, 'node_modules', '@shp'), { recursive: true });
  for (const name of WORKSPACES) symlinkSync(join(folder, name), join(folder, 'node_modules', '@shp', name));
}

function linkPackages(from, to) {
  let names = [];
  try {
    names = readdirSync(join(from, 'node_modules'));
  } catch {
    return;
  }
  mkdirSync(join(to, 'node_modules'), { recursive: true });
  for (const name of names)
    if (name !== '@shp') symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name));
}

function run(command, args, options) {
  return spawnSync(command, args, { encoding: 'utf8', ...options });
}

/** Builds the command from the copy, with the leak. */
function build({ changes }) {
  const before = changes.map(({ file }) => [join(folder, file), readFileSync(join(folder, file), 'utf8')]);
  for (const { file, from, to } of changes) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  const made = run('npm', ['run', 'build'], { cwd: join(folder, 'cli') });
  for (const [path, text] of before.reverse()) writeFileSync(path, text);
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
}

/** What the twin worlds found; null if nothing. */
function found(name) {
  const env = { ...process.env, SHP_TEST_COMMAND: join(folder, 'cli', 'dist', 'shp.js') };
  const args = ['vitest', 'run', '--project', 'sqlite-more', '--bail', '1', 'tests/contract/twins/twins.test.ts'];
  const { status, stdout, stderr } = run('npx', args, { cwd: root, env });
  if (status === 0) return null;
  const failed = /FAIL.*twins\.test\.ts > (.*)/.exec(stripVTControlCharacters(stderr));
  if (!failed) throw new Error(`${name}: the tests did not run\n${stdout}${stderr}`);
  return failed[1];
}

const listed = readFileSync(join(root, 'docs/security.md'), 'utf8');
for (const { name } of MUTANTS)
  if (!listed.includes(`\n- ${name}\n`)) throw new Error(`docs/security.md does not list: ${name}`);

let missed = 0;
try {
  copySources();
  for (const mutant of [{ name: 'no leak', changes: [] }, ...MUTANTS]) {
    const { name } = mutant;
    if (asked.length > 0 && !asked.some((word) => name.includes(word))) continue;
    build(mutant);
    const told = found(name);
    const right = (told !== null) === mutant.changes.length > 0;
    if (!right) missed += 1;
    process.stdout.write(`${right ? 'right' : 'WRONG'}  ${name}: ${told ?? 'nothing found'}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(missed > 0 ? 1 : 0);
