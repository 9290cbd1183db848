import { homedir } from 'node:os';
import { relative } from 'node:path';
import { sanitized } from '../../lib/streams.ts';

/** The current folder as shells show it: `~` for the user's own. */
export function hereText(): string {
  const here = process.cwd();
  const near = relative(homedir(), here);
  if (near === '') return '~';
  return sanitized(near.startsWith('..') || near === here ? here : `~/${near}`);
}
