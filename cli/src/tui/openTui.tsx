import { createApi } from '../api/client.ts';
import type { Shp } from '../core/context.ts';
import { Failure, Interrupted } from '../core/errors.ts';
import { App } from './App.tsx';
import { writeCrashLog } from './crash.ts';
import type { Jobs } from './jobs/jobs.ts';
import { Keyboard } from './keys/keyboard.ts';
import { readPreferences } from './preferences.ts';
import { renderOn } from './terminal/ink.ts';
import { Terminal } from './terminal/terminal.ts';
import { loadTexts } from './texts.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A crashed program does not hang on what it left open. */
const CRASH_EXIT_MS = 1_000;

/** Opens the terminal UI and waits for its end. @throws Interrupted after Ctrl-C, Failure after a crash */
export async function openTui(shp: Shp): Promise<void> {
  const preferences = readPreferences(shp.configDir);
  const told = shp.globals.lang !== undefined || Boolean(process.env.SHP_LANG);
  const texts = await loadTexts(told ? shp.texts.lang : (preferences.lang ?? shp.texts.lang));
  const keyboard = new Keyboard();
  const terminal = new Terminal(shp.streams.in, shp.streams.out, keyboard.take);
  const ended = new AbortController();
  let jobs: Jobs | null = null;

  const end = new Promise<'quit' | 'interrupt' | { crash: unknown }>((resolve) => {
    const interrupt = () => {
      if (ended.signal.aborted) process.exit(130);
      resolve('interrupt');
    };
    const crash = (error: unknown) => resolve({ crash: error });
    for (const signal of SIGNALS) process.on(signal, interrupt);
    process.on('uncaughtException', crash);
    process.on('unhandledRejection', crash);
    terminal.start();
    const app = renderOn(
      terminal,
      <App
        {...{ shp, terminal, keyboard, preferences, texts }}
        connect={(token, lang) =>
          createApi({
            server: shp.server,
            token,
            lang,
            timeout: shp.globals.timeout ?? 30,
            signal: ended.signal,
            trace: () => {},
            tokenEnds: () => {},
          })
        }
        onJobs={(started) => {
          jobs = started;
        }}
        onQuit={() => resolve('quit')}
        onInterrupt={interrupt}
      />,
    );
    app.waitUntilExit().catch(crash);
    ended.signal.addEventListener('abort', () => app.unmount());
  });

  const how = await end;
  terminal.close();
  if (typeof how === 'object') {
    ended.abort(new Interrupted());
    setTimeout(() => process.exit(1), CRASH_EXIT_MS).unref();
    const path = writeCrashLog(shp.configDir, how.crash);
    const { tui } = texts;
    throw new Failure(tui.crashed, path === null ? undefined : tui.crashLog(path), { cause: how.crash });
  }
  // What is on its way is waited for; whoever does not want to wait presses Ctrl-C once more.
  const open = jobs as Jobs | null;
  const stopped = open?.running().map(({ id }) => id) ?? [];
  await open?.end();
  ended.abort(new Interrupted());
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  const notes = stopped.flatMap((id) => open?.get(id)?.notes ?? []);
  if (how === 'interrupt') throw new Interrupted(notes.length > 0 ? notes.join('\n') : undefined);
  for (const note of notes) shp.note(note);
}
