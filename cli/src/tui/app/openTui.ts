import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir } from '@shp/server/os/ensureDir';
import type { CommandContext } from '../../command/context.ts';
import { EXIT } from '../../command/errors.ts';
import { Failure, Interrupted } from '../../lib/errors.ts';
import { markHungUp } from '../../lib/hangUp.ts';
import { wrap } from '../../lib/wrap.ts';
import { VERSION } from '../../version.ts';
import { hintText } from '../format.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { Keyboard, type Layer } from '../keys/keyboard.ts';
import type { RemarkDrafts } from '../remarkDrafts.ts';
import { Terminal } from '../terminal/terminal.ts';
import { firstTexts, loadTexts, type Texts } from '../texts.ts';
import { readPreferences } from './preferences.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** After a crash, exit even if something is still open. */
const CRASH_EXIT_MS = 1_000;
/** Time for calls in flight to end when the terminal is gone; the jobs' journals cover the rest. */
const HANG_UP_MS = 2_000;

/** The keys before the first screen. */
const STARTING: Layer = { places: ['app'], handlers: {}, unmet: {}, notes: {}, names: {}, modal: false };

type How = 'quit' | 'interrupt' | 'hangup' | { readonly crash: unknown };

/** Runs the terminal UI until it ends. @throws Interrupted after Ctrl-C, Failure after a crash */
export async function openTui(context: CommandContext): Promise<void> {
  // Report configuration errors before switching the screen.
  void context.session;
  const preferences = readPreferences(context.configDir);
  const explicit = context.globals.lang !== undefined || Boolean(process.env.SHP_LANG);
  const lang = explicit ? context.texts.lang : (preferences.lang ?? context.texts.lang);
  const { common, login } = await firstTexts(lang);
  const keyboard = new Keyboard();
  const terminal = new Terminal(
    context.streams.in,
    context.streams.out,
    keyboard.take,
    keyboard.click,
    context.config.tui?.mouse !== false,
  );
  const ended = new AbortController();
  let jobs: Jobs | null = null;
  let remarks: RemarkDrafts | null = null;

  let crash: (error: unknown) => void = () => {};
  const how = await new Promise<How>((resolve) => {
    crash = (error) => resolve(isHangup(error) ? 'hangup' : { crash: error });
    const interrupt = () => {
      if (ended.signal.aborted) process.exit(EXIT.interrupted);
      resolve('interrupt');
    };
    for (const signal of SIGNALS) process.on(signal, interrupt);
    process.on('SIGHUP', () => resolve('hangup'));
    process.on('uncaughtException', crash);
    process.on('unhandledRejection', crash);
    // Until the first screen is there, keys wait for it, and Ctrl-C ends.
    const release = keyboard.hold();
    const remove = keyboard.add(0, () => ({ ...STARTING, handlers: { interrupt } }));
    terminal.start();
    // Paint a first frame before loading Ink and React.
    terminal.painter.paint(`${wrap(common.title, terminal.size.columns).join('\n')}\n\n${login.loading}`);
    const start = async () => {
      const [{ connecting }, { Connection }] = await Promise.all([
        import('./connecting.ts'),
        import('./connection.ts'),
      ]);
      const connection = new Connection();
      const connect = connecting(context, lang, connection, ended.signal);
      const [{ renderApp }, texts] = await Promise.all([import('./renderApp.tsx'), loadTexts(lang)]);
      await renderApp({
        context,
        connect,
        connection,
        onShown() {
          remove();
          release();
        },
        terminal,
        keyboard,
        preferences,
        texts,
        ended: ended.signal,
        onOpened(itsJobs, itsRemarks) {
          [jobs, remarks] = [itsJobs, itsRemarks];
        },
        onQuit: () => resolve('quit'),
        onInterrupt: interrupt,
      });
    };
    start().catch(crash);
  });

  // Closing takes the screens away, and with them whose remarks these are.
  const left: RemarkDrafts | null = remarks;
  terminal.close();
  const texts = await loadTexts(lang);
  process.off('uncaughtException', crash);
  process.off('unhandledRejection', crash);
  if (typeof how === 'object') {
    ended.abort(new Interrupted());
    setTimeout(() => process.exit(EXIT.failed), CRASH_EXIT_MS).unref();
    const path = writeCrashLog(context.configDir, how.crash);
    throw new Failure(texts.tui.crashed, path === null ? undefined : texts.tui.crashLog(path), { cause: how.crash });
  }
  if (how === 'hangup') setTimeout(() => ended.abort(new Interrupted()), HANG_UP_MS).unref();
  const notes = [...(await stopped(jobs, ended, texts)), ...unsent(left, texts)];
  if (how === 'hangup') return markHungUp();
  if (how === 'interrupt') throw new Interrupted(notes.length > 0 ? notes.join('\n') : undefined);
  for (const note of notes) context.note(note);
}

/** Whether the terminal is gone. */
function isHangup(error: unknown): boolean {
  const { code = '', syscall = '' } = error as Partial<NodeJS.ErrnoException>;
  return (code === 'EIO' || code === 'EPIPE') && (syscall === 'read' || syscall === 'write');
}

/** Stops running jobs, waits for calls in flight, and returns hints for resuming; a second Ctrl-C exits at once. */
async function stopped(jobs: Jobs | null, ended: AbortController, texts: Texts): Promise<string[]> {
  const running = jobs?.running().map(({ id }) => id) ?? [];
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, () => process.exit(EXIT.interrupted));
  }
  await jobs?.end();
  ended.abort(new Interrupted());
  return running.flatMap((id) => {
    const { notes = [], failure = null } = jobs?.get(id) ?? {};
    const hint = failure === null ? '' : hintText(failure, texts);
    return hint === '' ? notes : [...notes, hint];
  });
}

/** Where remarks wait that are not sent. */
function unsent(remarks: RemarkDrafts | null, { acts }: Texts): string[] {
  return (remarks?.written() ?? []).map(({ name, count }) => acts.remarking.of(count, name));
}

/** Writes an internal error to a log; returns its path, or null if it cannot be written. */
function writeCrashLog(dir: string, error: unknown): string | null {
  const path = join(dir, 'tui-crash.log');
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const head = `${new Date().toISOString()} shp ${VERSION} node ${process.version} ${process.platform}`;
  try {
    ensureDir(dir, 0o700);
    appendFileSync(path, `${head}\n${detail}\n\n`, { mode: 0o600 });
    return path;
  } catch {
    return null;
  }
}
