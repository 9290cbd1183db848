import { UsageError } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';
import type { Config } from './config.ts';

/** The default address of `shp serve`. */
export const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/** Resolves a server: a name, an address, or the current one. @throws UsageError */
export function serverFrom(given: string | undefined, config: () => Config, texts: Texts): string {
  if (!given) return config().current ?? DEFAULT_SERVER;
  // Names contain no colon. A job that gives address and token needs no configuration and no home directory.
  return (given.includes(':') ? undefined : config().servers[given]) ?? addressOf(given, texts);
}

/** Normalizes an address, the key of sessions: no trailing slash, no query. @throws UsageError */
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
