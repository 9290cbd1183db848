// Part of `npm run lint`: no folder with more than 25 source files at one level, no circle of imports (types included),
// no two folders that import each other. The files at the root of a workspace's `src` join the folders and are exempt.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

const MAX_FILES = 25;
const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)(['"])([^'"\n]+)\1/g;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const source = tracked.split('\n').filter((file) => /^(shared|server|cli|web)\/src\/.*(?<!\.d)\.tsx?$/.test(file));
const known = new Set(source);

/** The source file that an import names, or null for a package. */
function resolve(from, specifier) {
  const alias = /^@shp\/(shared|server)\/(.+)$/.exec(specifier);
  if (!alias && !specifier.startsWith('.')) return null;
  const base = alias ? `${alias[1]}/src/${alias[2]}` : normalize(join(dirname(from), specifier));
  return [base, `${base}.ts`, `${base}.tsx`].find((file) => known.has(file)) ?? null;
}

const imports = new Map();
for (const file of source) {
  const targets = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, , specifier]) => resolve(file, specifier));
  imports.set(file, new Set(targets.filter((target) => target !== null)));
}

/** Groups of files that import one another in a circle (Tarjan's strongly connected components). */
function circles() {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const found = [];
  function visit(file) {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    for (const target of imports.get(file)) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle);
  }
  for (const file of source) if (!order.has(file)) visit(file);
  return found;
}

/** `server/src/store/lists/users.ts` → `server/src/store`; null at the root of `src`. */
function folderOf(file) {
  const parts = file.split('/');
  return parts.length > 3 ? parts.slice(0, 3).join('/') : null;
}

function mutualFolders() {
  const pairs = new Map();
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (from && to && from !== to) pairs.set(`${from} → ${to}`, `${file} imports ${target}`);
    }
  return [...pairs].filter(([pair]) => pairs.has(pair.split(' → ').reverse().join(' → ')));
}

function fullFolders() {
  const files = new Map();
  for (const file of source) files.set(dirname(file), [...(files.get(dirname(file)) ?? []), file]);
  return [...files].filter(([, members]) => members.length > MAX_FILES);
}

const faults = [
  ...fullFolders().map(([folder, members]) => `${folder} has ${members.length} files, at most ${MAX_FILES}: divide it`),
  ...circles().map((circle) => `circle of imports: ${circle.join(' → ')}`),
  ...mutualFolders().map(([pair, example]) => `folders import each other: ${pair} (${example})`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
