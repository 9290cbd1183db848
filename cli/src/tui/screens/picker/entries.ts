import { readdirSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** A folder or a file to pick. */
export type FileEntry = {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
  readonly size: number;
  readonly changedAt: Date;
};

/** The folder of a typed path, and the one above the open one. */
export const [HERE, ABOVE] = ['.', '..'];

const NAMES = new Intl.Collator(undefined, { numeric: true });

/**
 * What a folder has for a typed text: a part of a name, or a path from the folder on. Hidden names only after a dot, and
 * of files only those that are accepted or named in full.
 */
export function entriesFor(folder: string, typed: string, accepts: (name: string) => boolean): FileEntry[] {
  const path = typed.startsWith('~/') ? join(homedir(), typed.slice(2)) : typed;
  const cut = path.lastIndexOf('/') + 1;
  const within = resolve(folder, path.slice(0, cut));
  const word = path.slice(cut);
  const entries = namesIn(within)
    .filter((name) => (word.startsWith('.') || !name.startsWith('.')) && includes(name, word))
    .flatMap((name) => entryOf(join(within, name), name) ?? [])
    .filter(({ name, isFolder }) => isFolder || name === word || accepts(name))
    .sort((a, b) => rank(a, word) - rank(b, word) || NAMES.compare(a.name, b.name));
  if (word !== '') return entries;
  // A typed path is opened first; the folder that is open has the one above it.
  const first = cut > 0 ? entryOf(within, HERE) : entryOf(resolve(within, ABOVE), ABOVE);
  return first && (cut > 0 || first.path !== within) ? [first, ...entries] : entries;
}

function includes(name: string, word: string): boolean {
  return name.toLowerCase().includes(word.toLowerCase());
}

/** The name itself first, then folders, then names that begin so. */
function rank({ name, isFolder }: FileEntry, word: string): number {
  if (name === word) return 0;
  if (isFolder) return 1;
  return name.toLowerCase().startsWith(word.toLowerCase()) ? 2 : 3;
}

/** A folder that cannot be read has nothing to pick. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function entryOf(path: string, name: string): FileEntry | null {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch {
    return null;
  }
  const isFolder = stats.isDirectory();
  if (!isFolder && !stats.isFile()) return null;
  return { name, path, isFolder, size: stats.size, changedAt: stats.mtime };
}
