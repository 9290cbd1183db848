import { ApiError, ForeignAnswer, isElsewhere, NetworkError } from '@shp/shared/api/errors';
import { DamagedConfig, UnusableConfig } from '../config/config.ts';
import { NoHome } from '../config/dirs.ts';
import { Failure, Interrupted, isSystemError, NotLoggedIn, PartlyDone, UsageError } from '../lib/errors.ts';
import { Locked, NoLocks } from '../lib/lock.ts';
import { ConnectError, triesOf } from '../lib/networkErrors.ts';
import type { Texts } from '../lib/texts.ts';
import { kebab, type Options } from './command.ts';

/** All exit codes; `shp help exit-codes` prints this table. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notLoggedIn: 3,
  denied: 4,
  network: 5,
  partly: 6,
  interrupted: 130,
} as const;

/** How a failed command ends. Only this file maps errors to exit codes and messages. */
export type Ending = {
  readonly exit: number;
  readonly code: string;
  /** The message; null to print nothing. */
  readonly why: string | null;
  readonly fields?: Record<string, string>;
  readonly hint?: string | undefined;
};

/** `tokenSource`: the flag or variable with the access token; null for a saved session. */
export function endingOf(error: unknown, texts: Texts, flags?: Options, tokenSource: string | null = null): Ending {
  const { cli } = texts;
  if (error instanceof UsageError) {
    return { exit: EXIT.usage, code: 'usage', why: error.message, hint: error.hint };
  }
  if (error instanceof NotLoggedIn) {
    return { exit: EXIT.notLoggedIn, code: 'unauthenticated', why: cli.errors.notLoggedIn, hint: cli.hints.login };
  }
  if (error instanceof ApiError) return apiEnding(error, texts, flags, tokenSource);
  if (error instanceof ConnectError) return connectEnding(error, cli);
  if (error instanceof NetworkError) {
    const why = error instanceof ForeignAnswer ? cli.errors.foreign : cli.errors.network(error.detail);
    return { exit: EXIT.network, code: 'network', why, hint: cli.hints.network };
  }
  if (error instanceof PartlyDone) return { exit: EXIT.partly, code: 'partly_done', why: error.message };
  if (error instanceof Interrupted) {
    return { exit: EXIT.interrupted, code: 'interrupted', why: cli.errors.interrupted, hint: error.hint };
  }
  if (error instanceof Locked) return { exit: EXIT.failed, code: 'locked', why: cli.errors.locked(error.path) };
  if (error instanceof NoLocks) return { exit: EXIT.failed, code: 'failed', why: cli.errors.noLocks(error.folder) };
  if (error instanceof DamagedConfig) return { exit: EXIT.failed, code: 'failed', why: cli.errors.config(error.path) };
  if (error instanceof UnusableConfig) return { ...endingOf(error.trouble, texts), hint: cli.hints.config };
  if (error instanceof NoHome) {
    return { exit: EXIT.failed, code: 'failed', why: cli.errors.noHome, hint: cli.hints.noHome(error.variable) };
  }
  if (error instanceof Failure) return { exit: EXIT.failed, code: 'failed', why: error.message, hint: error.hint };
  if (isSystemError(error)) {
    return { exit: EXIT.failed, code: 'failed', why: systemText(error, texts) };
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exit: EXIT.failed, code: 'internal', why: cli.errors.internal, hint: detail };
}

/** Server overloaded, or the proxy gets no response from it. */
const BUSY: readonly number[] = [502, 503, 504];

/** mkdir: a file is in the way, or the parent folder is missing. */
const FOLDER_FAULTS: Readonly<Record<string, string>> = { EEXIST: 'ENOTDIR', ENOENT: 'NOFOLDER' };

function systemText(error: NodeJS.ErrnoException & { code: string; dest?: string }, { cli }: Texts): string {
  const code = error.syscall === 'mkdir' ? FOLDER_FAULTS[error.code] : undefined;
  return cli.errors.system(code ?? error.code, error.dest ?? error.path ?? '', error.message);
}

function connectEnding({ fault, detail, about: { host, proxy } }: ConnectError, cli: Texts['cli']): Ending {
  const ending = { exit: EXIT.network, code: 'network' };
  if (fault !== null) {
    const { why, hint } = cli.connect[fault];
    return { ...ending, why: why(host, detail, proxy ?? ''), hint: hint(host) };
  }
  const hint = proxy === null ? cli.hints.network : cli.hints.proxy(proxy);
  return { ...ending, why: cli.errors.network(detail), hint };
}

function apiEnding(
  error: ApiError,
  { cli, common }: Texts,
  flags: Options | undefined,
  tokenSource: string | null,
): Ending {
  const { code, fields } = error;
  if (code === 'forbidden' && fields.scope !== undefined) {
    const source = tokenSource ?? '--token';
    const hint =
      fields.scope === 'session' ? cli.hints.tokenSession(source) : cli.hints.tokenScope(fields.scope, source);
    return { exit: EXIT.denied, code, why: error.message, fields, hint };
  }
  const { colon, semicolon } = common.marks;
  const shown = Object.entries(fields).filter(([, reason]) => reason !== error.message);
  // This message already has the status and the possible next steps.
  if (code === 'transition_not_allowed' && fields.status)
    return { exit: EXIT.failed, code, why: fields.status, fields };
  const named = shown.map(([path, reason]) => `${nameOf(path, common.fields, flags)}${colon}${reason}`);
  const why = [...new Set([error.message, ...named])].join(semicolon);
  const ending = { code, why, ...(error.body.fields ? { fields } : {}) };
  if (error.status === 401 && tokenSource !== null) {
    const hint = cli.hints.badToken(tokenSource);
    return { ...ending, exit: EXIT.notLoggedIn, why: cli.errors.badToken(tokenSource), hint };
  }
  if (isElsewhere(error)) return { ...ending, exit: EXIT.notLoggedIn, why: error.message, hint: cli.hints.login };
  if (error.status === 401) {
    return { ...ending, exit: EXIT.notLoggedIn, why: common.errors.unauthenticated, hint: cli.hints.login };
  }
  if (code === 'password_change_required') return { ...ending, exit: EXIT.denied, hint: cli.hints.password };
  if (error.status === 403) return { ...ending, exit: EXIT.denied };
  if (BUSY.includes(error.status)) {
    return {
      ...ending,
      exit: EXIT.network,
      why: cli.errors.busy(triesOf(error)),
      hint: cli.hints.busy(error.retryAfter),
    };
  }
  const { requestId } = error.body;
  if (requestId) return { ...ending, exit: EXIT.failed, hint: cli.hints.requestId(requestId) };
  return { ...ending, exit: EXIT.failed, hint: error.isBare ? cli.hints.network : undefined };
}

/** The user's name for a field: the flag on the command line, else the label. */
function nameOf(path: string, labels: Readonly<Record<string, string>>, flags: Options | undefined): string {
  const key = path.replace(/^profile\./, '');
  if (flags === undefined) return Object.hasOwn(labels, key) ? (labels[key] ?? path) : path;
  return Object.hasOwn(flags, key) ? `--${kebab(key)}` : path;
}
