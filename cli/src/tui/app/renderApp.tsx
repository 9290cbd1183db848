import { createApi } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Keyboard } from '../keys/keyboard.ts';
import { renderOn } from '../terminal/ink.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Texts } from '../texts.ts';
import { App } from './App.tsx';
import type { Preferences } from './preferences.ts';

/** Request timeout in seconds, unless `--timeout` is given. */
const TIMEOUT = 30;

export type Opening = {
  context: CommandContext;
  terminal: Terminal;
  keyboard: Keyboard;
  preferences: Preferences;
  texts: Texts;
  /** Aborted when the UI ends. */
  ended: AbortSignal;
  onJobs(jobs: Jobs): void;
  onQuit(): void;
  onInterrupt(): void;
};

/** Renders the UI until it ends. @throws the error that ended it */
export async function renderApp({ ended, ...opening }: Opening): Promise<void> {
  const { context } = opening;
  const app = renderOn(
    opening.terminal,
    <App
      {...opening}
      connect={(token, lang, confirm) =>
        createApi({
          server: context.server,
          token,
          lang,
          timeout: context.globals.timeout ?? TIMEOUT,
          signal: ended,
          confirm,
          trace: () => {},
          tokenEnds: () => {},
        })
      }
    />,
  );
  ended.addEventListener('abort', () => app.unmount());
  await app.waitUntilExit();
}
