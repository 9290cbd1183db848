import { createApi } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Keyboard } from '../keys/keyboard.ts';
import { renderOn } from '../terminal/ink.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Texts } from '../texts.ts';
import { App } from './App.tsx';
import type { Preferences } from './preferences.ts';

/** Seconds without an answer after which a request has failed, unless a flag says otherwise. */
const TIMEOUT = 30;

export type Opening = {
  shp: CommandContext;
  terminal: Terminal;
  keyboard: Keyboard;
  preferences: Preferences;
  texts: Texts;
  /** Told when nothing more is to be asked of the server or drawn. */
  ended: AbortSignal;
  onJobs(jobs: Jobs): void;
  onQuit(): void;
  onInterrupt(): void;
};

/** Draws the UI until it has ended. @throws what broke it */
export async function renderApp({ ended, ...opening }: Opening): Promise<void> {
  const { shp } = opening;
  const app = renderOn(
    opening.terminal,
    <App
      {...opening}
      connect={(token, lang, confirm) =>
        createApi({
          server: shp.server,
          token,
          lang,
          timeout: shp.globals.timeout ?? TIMEOUT,
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
