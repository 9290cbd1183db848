import xterm from '@xterm/headless';
import { spawn } from 'node-pty';
import type { Desk } from '../support/desk.ts';
import { COMMAND } from '../support/server.ts';

export type OnTerminal = {
  /** Everything received, escape sequences included. */
  raw(): string;
  /** The current screen, line by line. */
  screen(): string;
  type(text: string): void;
  /** Waits until the screen shows the text. */
  sees(text: string | RegExp): Promise<string>;
  ended: Promise<number>;
};

/** Runs `shp` in a pseudo-terminal. */
export function onTerminal(desk: Desk, args: readonly string[], size = { cols: 100, rows: 40 }): OnTerminal {
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true, scrollback: 1000 });
  const env = { ...process.env, ...desk.env, TERM: 'xterm-256color' };
  const child = spawn(process.execPath, [COMMAND, ...args], { ...size, cwd: desk.folder, env });
  let raw = '';
  const watchers = new Set<() => void>();
  child.onData((data) => {
    raw += data;
    terminal.write(data, () => {
      for (const look of watchers) look();
    });
  });
  const screen = () => {
    const { buffer } = terminal;
    const lines = Array.from(
      { length: buffer.active.length },
      (_, at) => buffer.active.getLine(at)?.translateToString(true) ?? '',
    );
    return lines.join('\n').trimEnd();
  };
  return {
    raw: () => raw,
    screen,
    type: (text) => child.write(text),
    sees: (text) =>
      new Promise((resolve) => {
        const look = () => {
          const now = screen();
          if (!(typeof text === 'string' ? now.includes(text) : text.test(now))) return;
          watchers.delete(look);
          resolve(now);
        };
        watchers.add(look);
        look();
      }),
    ended: new Promise((resolve) => child.onExit(({ exitCode }) => terminal.write('', () => resolve(exitCode)))),
  };
}
