import { dayOf } from '@shp/shared/domain/lib/days';
import { loadOncePerKey } from '@shp/shared/domain/lib/loadOnce';
import type { Api } from '../api/client.ts';
import { type Config, readConfig, type StoredSession } from '../config/config.ts';
import { configDir } from '../config/dirs.ts';
import { serverFrom } from '../config/server.ts';
import { NotLoggedIn } from '../lib/errors.ts';
import type { Format, ListHeadings } from '../lib/formats.ts';
import { paint, type Streams, say } from '../lib/streams.ts';
import type { Texts } from '../lib/texts.ts';

/** The values of the global flags. */
export type Globals = {
  server?: string;
  token?: string;
  lang?: string;
  quiet: boolean;
  progress?: 'json';
  verbose: boolean;
  yes: boolean;
  passwordStdin: boolean;
  timeout?: number;
  format?: Format;
  headings?: ListHeadings;
  fields?: string[];
  jq?: string;
  template?: string;
  web?: boolean;
};

const TIMEOUT = 30;

/**
 * Tells V8 to compile undici's WebAssembly parser with the fast compiler: optimising it takes 50 ms, which a short
 * command would wait for. The terminal UI keeps the default.
 */
async function compileQuickly(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
}

/** What a command gets: streams, texts, server, session and the global flags. */
export class CommandContext {
  private known: Config | undefined;
  private readonly clientOf = loadOncePerKey((token) => this.connect(token === '' ? null : token));
  private warned = false;
  /** Receives the outcome of each row of an import, of earlier runs too; `made`: it has made an initial password. */
  readonly onRow?: (row: { row: number; account: string; result: string; reason: string; made: boolean }) => void;
  /** Says how an import that was stopped goes on, if not by the same command. */
  readonly goOn?: (done: number, rows: number) => string;
  /** Receives progress instead of the progress bar; the terminal UI draws its own. */
  readonly watch?: (done: number, total: number) => void;

  constructor(
    readonly command: string,
    readonly globals: Globals,
    readonly texts: Texts,
    readonly streams: Streams,
    readonly signal: AbortSignal,
    /** Texts for printed rows, in the language of `--headings`. */
    readonly dataTexts: Texts = texts,
  ) {}

  get configDir(): string {
    return configDir();
  }

  get config(): Config {
    this.known ??= readConfig(this.configDir);
    return this.known;
  }

  /** The server's address: flag, environment, configuration, then the default of `shp serve`. */
  get server(): string {
    return serverFrom(this.globals.server ?? process.env.SHP_SERVER, () => this.config, this.texts);
  }

  get session(): StoredSession | undefined {
    return this.config.sessions[this.server];
  }

  /** A token from the flag or the environment. */
  get givenToken(): string | undefined {
    return this.globals.token ?? (process.env.SHP_TOKEN || undefined);
  }

  /** The source of that token; null if the saved session is used. */
  get tokenSource(): '--token' | 'SHP_TOKEN' | null {
    if (this.globals.token !== undefined) return '--token';
    return this.givenToken === undefined ? null : 'SHP_TOKEN';
  }

  /** A client with the user's session or token. @throws NotLoggedIn */
  api(): Promise<Api> {
    const token = this.givenToken ?? this.session?.token;
    if (token === undefined) throw new NotLoggedIn();
    return this.apiWith(token);
  }

  /** A client with this token, or without one. */
  apiWith(token: string | null): Promise<Api> {
    return this.clientOf(token ?? '');
  }

  private async connect(token: string | null): Promise<Api> {
    const [{ createApi }, { MAX_TRIES }] = await Promise.all([import('../api/client.ts'), import('../api/retry.ts')]);
    await compileQuickly();
    return createApi({
      server: this.server,
      token,
      lang: this.texts.lang,
      timeout: this.globals.timeout ?? TIMEOUT,
      signal: this.signal,
      trace: (line) => {
        if (this.globals.verbose) say(this.streams, paint(this.streams, this.streams.err, 'dim', line));
      },
      onRetry: (_error, next) => {
        if (this.streams.err.isTTY) this.note(this.texts.cli.notes.tryingAgain(next, MAX_TRIES));
      },
      confirm: async (api) => (await import('./confirmSession.ts')).confirmSession(this, api),
      tokenEnds: (at) => {
        if (!this.warned) this.note(this.texts.cli.notes.tokenEnds(dayOf(at)));
        this.warned = true;
      },
    });
  }

  /** The output format: `--format`, else a table on a terminal and ndjson elsewhere. */
  get format(): Format {
    return this.globals.format ?? (this.streams.out.isTTY ? 'table' : 'ndjson');
  }

  /** Whether a person can answer; otherwise commands must not ask. */
  get canAsk(): boolean {
    return this.streams.in.isTTY === true && this.streams.err.isTTY === true;
  }

  /** Writes a note to standard error, unless `--quiet`. */
  note(line: string): void {
    if (!this.globals.quiet) say(this.streams, line);
  }
}
