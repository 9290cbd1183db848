import xterm from '@xterm/headless';
import { spawn } from 'node-pty';
import type { Desk } from '../support/desk.ts';
import { COMMAND } from '../support/server.ts';

/** A number of a control sequence that no program uses. */
const EXIT_CODE = 7777;

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

/**
 * Says the exit code of its arguments on the terminal, and keeps it open until all was read: node-pty drops what a
 * process has written if it is not read within 200 ms of its exit.
 */
const UNTIL_READ = `trap : INT; "$@"; printf '\\033]${EXIT_CODE};%s\\007' $?; read _`;

/** Runs `shp` in a pseudo-terminal. */
export function onTerminal(desk: Desk, args: readonly string[], size = { cols: 100, rows: 40 }): OnTerminal {
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true, scrollback: 1000 });
  const env = { ...process.env, ...desk.env, TERM: 'xterm-256color' };
  const words = ['-c', UNTIL_READ, 'sh', process.execPath, COMMAND, ...args];
  const child = spawn('sh', words, { ...size, cwd: desk.folder, env });
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
    ended: new Promise((resolve) =>
      terminal.parser.registerOscHandler(EXIT_CODE, (code) => {
        child.write('\n');
        resolve(Number(code));
        return true;
      }),
    ),
  };
}
