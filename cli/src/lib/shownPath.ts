import { isAbsolute, relative } from 'node:path';

/** A path as a line has room for it: from the folder in which the command was started, where it lies below that. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') || isAbsolute(near) ? path : near;
}
