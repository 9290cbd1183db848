import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { Failure } from './errors.ts';
import type { Texts } from './texts.ts';

/** The bytes of a file that somebody named; what cannot be read is told by that name, as a folder would not be. */
export function readUserFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/** Whether a path is a file or could become one: a folder cannot, a device or a pipe is written to as it is. */
export function isFilePath(path: string): boolean {
  return !existsSync(path) || statSync(path).isFile();
}

/** Refuses what is there but no file, before a file takes its place. @throws Failure */
export function mustBeFile(path: string, { cli }: Texts): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw new Failure(cli.errors.notFile(path));
}

/** A path as a line has room for it: from the folder in which the command was started, where it lies below that. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') || isAbsolute(near) ? path : near;
}
