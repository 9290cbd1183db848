import xterm from '@xterm/headless';
import { type IPty, spawn } from 'node-pty';
import type { Desk } from '../support/desk.ts';
import { COMMAND } from '../support/server.ts';

/** The input sequences of named keys. */
const KEYS = {
  Enter: '\r',
  Esc: '\u001b',
  Tab: '\t',
  ShiftTab: '\u001b[Z',
  Up: '\u001b[A',
  Down: '\u001b[B',
  Right: '\u001b[C',
  Left: '\u001b[D',
  PageDown: '\u001b[6~',
  End: '\u001b[F',
  Space: ' ',
  Backspace: '\u007f',
  CtrlC: '\u0003',
  CtrlP: '\u0010',
  CtrlT: '\u0014',
  CtrlZ: '\u001a',
} as const;
/** Terminal modes: visible cursor; synchronized output. */
const [CURSOR, FRAME] = [25, 2026];
/** How long to wait for a screen. */
const WAIT_MS = 30_000;

export type Tui = {
  readonly child: IPty;
  /** Everything received, escape sequences included. */
  raw(): string;
  /** The visible lines. */
  lines(): string[];
  screen(): string;
  press(...keys: (keyof typeof KEYS)[]): void;
  type(text: string): void;
  paste(text: string): void;
  /** Waits until the screen shows the text; returns the screen. */
  sees(what: string | RegExp): Promise<string>;
  /** Waits until the screen no longer shows the text. */
  loses(what: string | RegExp): Promise<string>;
  until(done: () => boolean): Promise<string>;
  resize(cols: number, rows: number): void;
  /** The terminal's cursor; null while it is hidden. */
  cursor(): { x: number; y: number } | null;
  readonly ended: Promise<number>;
};

type How = { cols?: number; rows?: number; args?: readonly string[]; env?: Record<string, string>; shell?: boolean };

const opened: IPty[] = [];

/** Opens the terminal UI in a pseudo-terminal; with `shell`, an interactive shell. */
export function openTui(desk: Desk, how: How = {}): Tui {
  const { cols = 80, rows = 24, args = ['tui'], env = {}, shell = false } = how;
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^(?:SHP_|NO_COLOR$|FORCE_COLOR$|CI$|NODE_OPTIONS$|VITEST)/.test(key),
    ),
  );
  const [file, words] = shell ? ['bash', ['--norc', '-i']] : [process.execPath, [COMMAND, ...args]];
  const child = spawn(file, words, {
    cols,
    rows,
    cwd: desk.folder,
    env: { ...inherited, ...desk.env, TERM: 'xterm-256color', ...env },
  });
  opened.push(child);
  let raw = '';
  let hidden = false;
  /** A frame has arrived only in part; the user does not see it. */
  let painting = false;
  const watchers = new Set<() => void>();
  child.onData((data) => {
    raw += data;
    terminal.write(data, () => {
      for (const look of watchers) look();
    });
  });
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, ([mode]) => {
    if (mode === CURSOR) hidden = true;
    if (mode === FRAME) painting = false;
    return false;
  });
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, ([mode]) => {
    if (mode === CURSOR) hidden = false;
    if (mode === FRAME) painting = true;
    return false;
  });
  const lines = () => {
    const { active } = terminal.buffer;
    return Array.from({ length: terminal.rows }, (_, y) =>
      (active.getLine(active.baseY + y)?.translateToString(true) ?? '').trimEnd(),
    );
  };
  const screen = () => lines().join('\n');
  const shows = (what: string | RegExp) => (typeof what === 'string' ? screen().includes(what) : what.test(screen()));
  const until = (done: () => boolean, what: string) =>
    new Promise<string>((resolve, reject) => {
      const stop = () => {
        watchers.delete(look);
        clearTimeout(timer);
      };
      const look = () => {
        if (painting || !done()) return;
        stop();
        resolve(screen());
      };
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`${what} in vain. The screen:\n${screen()}`));
      }, WAIT_MS);
      watchers.add(look);
      look();
    });
  return {
    child,
    raw: () => raw,
    lines,
    screen,
    press: (...keys) => child.write(keys.map((key) => KEYS[key]).join('')),
    type: (text) => child.write(text),
    paste: (text) => child.write(`\u001b[200~${text}\u001b[201~`),
    sees: (what) => until(() => shows(what), `waited for ${what}`),
    loses: (what) => until(() => !shows(what), `waited for the end of ${what}`),
    until: (done) => until(done, 'waited'),
    resize(width, height) {
      terminal.resize(width, height);
      child.resize(width, height);
    },
    cursor: () => (hidden ? null : { x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY }),
    ended: new Promise((resolve) => child.onExit(({ exitCode }) => terminal.write('', () => resolve(exitCode)))),
  };
}

/** Logs in, opens the terminal UI and waits for the home page. */
export async function openAs(desk: Desk, account: string, how: How = {}): Promise<Tui> {
  await desk.login(account);
  const tui = openTui(desk, how);
  await tui.sees(/(?:Level-3 stations|Items to score|三级水电站|待评项) +\d/);
  return tui;
}

/** Kills every terminal UI that a test left open. */
export function closeAll(): void {
  for (const child of opened.splice(0)) {
    try {
      process.kill(child.pid, 'SIGKILL');
    } catch {
      // It had ended by itself.
    }
  }
}
