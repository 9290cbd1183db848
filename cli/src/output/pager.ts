import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Streams } from '../lib/streams.ts';
import { write } from '../lib/streams.ts';

/** Takes text until the reader leaves the pager; `end` waits for that. */
export type Pages = { readonly isOpen: boolean; write(text: string): Promise<void>; end(): Promise<void> };

/**
 * The pager of `SHP_PAGER` or `PAGER` for a long list on a terminal; without one the text goes to the terminal. `less`
 * shows a list that fits as it is and keeps colours, as git and gh start it.
 */
export function pagesOf({ out }: Streams, env: NodeJS.ProcessEnv = process.env): Pages {
  const pager = env.SHP_PAGER ?? env.PAGER ?? '';
  if (!out.isTTY || pager === '' || pager === 'cat')
    return { isOpen: true, write: (text) => write(out, text), end: async () => {} };
  const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env: { LESS: 'FRX', ...env } });
  // A pager may outlive its terminal.
  const ended = Promise.race([once(child, 'close'), once(process, 'SIGHUP')]);
  // The reader may leave before the end of the list.
  child.stdin.on('error', () => {});
  return {
    get isOpen() {
      return child.stdin.writable;
    },
    async write(text) {
      if (child.stdin.writable && !child.stdin.write(text)) await Promise.race([once(child.stdin, 'drain'), ended]);
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}
