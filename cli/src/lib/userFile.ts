import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { Failure } from './errors.ts';
import type { Texts } from './texts.ts';

/** Reads a file given by the user; errors carry its path. */
export function readUserFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/** Whether the path is or can become a regular file: not a folder, device or pipe. */
export function isFilePath(path: string): boolean {
  return !existsSync(path) || statSync(path).isFile();
}

/** Refuses to replace anything but a regular file. @throws Failure */
export function mustBeFile(path: string, { cli }: Texts): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw new Failure(cli.errors.notFile(path));
}

/** A path for display: relative if it is below the current folder. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') || isAbsolute(near) ? path : near;
}
