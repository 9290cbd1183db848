import type { CommandContext } from '../../command/context.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Keyboard } from '../keys/keyboard.ts';
import type { RemarkDrafts } from '../remarkDrafts.ts';
import { renderOn } from '../terminal/ink.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Texts } from '../texts.ts';
import { App } from './App.tsx';
import type { Connect } from './connecting.ts';
import type { Connection } from './connection.ts';
import type { Preferences } from './preferences.ts';

export type Opening = {
  context: CommandContext;
  terminal: Terminal;
  keyboard: Keyboard;
  preferences: Preferences;
  texts: Texts;
  /** Aborted when the UI ends. */
  ended: AbortSignal;
  connect: Connect;
  connection: Connection;
  /** Called once the first screen has its keys. */
  onShown(): void;
  onOpened(jobs: Jobs, remarks: RemarkDrafts | null): void;
  onQuit(): void;
  onInterrupt(): void;
};

/** Renders the UI until it ends. @throws the error that ended it */
export async function renderApp({ ended, onShown, ...opening }: Opening): Promise<void> {
  const app = renderOn(opening.terminal, <App {...opening} />);
  onShown();
  ended.addEventListener('abort', () => app.unmount());
  await app.waitUntilExit();
}
