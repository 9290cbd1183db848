import { UsageError } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';
import type { Config } from './config.ts';

/** Where `shp serve` listens unless told otherwise. */
export const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/** The address of the server that is meant: a name, an address, or the one in use. @throws UsageError */
export function serverFrom(given: string | undefined, config: () => Config, texts: Texts): string {
  if (!given) return config().current ?? DEFAULT_SERVER;
  // A name has no colon. A job that says address and token needs no configuration, nor a home to keep it in.
  return (given.includes(':') ? undefined : config().servers[given]) ?? addressOf(given, texts);
}

/** An address as sessions are kept under it: no slash at the end, no query. @throws UsageError */
export function addressOf(text: string, { cli }: Texts): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(cli.usage.noServer(text));
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new UsageError(cli.usage.noServer(text));
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
