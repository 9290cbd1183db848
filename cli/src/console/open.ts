import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ConsolePage } from '../command/consolePage.ts';
import type { CommandContext } from '../command/context.ts';
import { type Opener, openerOf } from '../lib/opener.ts';
import { write } from '../lib/streams.ts';
import { pageAddress } from './pages.ts';

/** Runs a program with the address; `line` is a shell command line that gets the address as its last word. */
type AddressOpener = { readonly line: string } | Opener;

/** The opener of `SHP_BROWSER`, `BROWSER` or the platform; null without a display. */
export function openerFor(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): AddressOpener | null {
  const line = env.SHP_BROWSER || env.BROWSER;
  return line ? { line } : openerOf(env, platform);
}

/** Opens a page of the console in the browser; with `--quiet` or without a display it prints the address. */
export async function openPage(context: CommandContext, page: ConsolePage): Promise<void> {
  const { streams, globals, server, texts } = context;
  const url = `${server}${await pageAddress(page, context)}`;
  const opener = globals.quiet ? null : openerFor(process.env, process.platform);
  if (opener !== null) {
    context.note(texts.cli.console.opening(url));
    const reason = await opened(opener, url);
    if (reason === null) return;
    context.note(texts.cli.console.notOpened(reason));
  }
  await write(streams.out, `${url}\n`);
}

/** Why the browser could not be opened; null if it was. */
async function opened(opener: AddressOpener, url: string): Promise<string | null> {
  const name = 'line' in opener ? opener.line : opener.program;
  const child =
    'program' in opener
      ? spawn(opener.program, [...opener.words, url], { stdio: 'ignore' })
      : process.platform === 'win32'
        ? spawn(`${opener.line} "${url}"`, { shell: true, stdio: 'ignore' })
        : spawn('sh', ['-c', `${opener.line} "$1"`, 'sh', url], { stdio: 'inherit' });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? null : `${name}: ${code}`;
  } catch (error) {
    return (error as Error).message;
  }
}
