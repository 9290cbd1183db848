import { type Ground, groundIn } from '../look/skins.ts';
import { type Cell, InputParser, type Press } from './input.ts';
import { Painter } from './painter.ts';
import { PreRenderedLines } from './preRenderedLines.ts';

/** Alternate screen, bracketed paste, no cursor. */
const ENTER = '\u001b[?1049h\u001b[?2004h\u001b[?25l';
const LEAVE = '\u001b[0m\u001b[?2004l\u001b[?25h\u001b[?1049l';
/** Reports of clicks and the wheel, as SGR. */
const MOUSE = { on: '\u001b[?1000h\u001b[?1006h', off: '\u001b[?1006l\u001b[?1000l' } as const;
/** Windows cannot stop and continue processes. */
const CAN_STOP = process.platform !== 'win32';
/** If the process was not stopped (no shell waits for it), it continues by itself. */
const NOT_STOPPED_MS = 200;

type Size = { readonly columns: number; readonly rows: number };

/**
 * Owns the terminal while the UI runs. Always restores it: `close` also runs at process exit and may be called
 * repeatedly.
 */
export class Terminal {
  readonly verbatim = new PreRenderedLines();
  readonly painter: Painter;
  private readonly parser: InputParser;
  private readonly resizeListeners = new Set<() => void>();
  private open = false;
  private ended = false;
  private wasRaw = false;
  private lent = false;
  private onGround: ((ground: Ground) => void) | undefined;

  constructor(
    private readonly input: NodeJS.ReadStream,
    private readonly output: NodeJS.WriteStream,
    onPress: (press: Press) => void,
    onClick: (cell: Cell) => void = () => {},
    private mouse = false,
  ) {
    this.painter = new Painter(output, this.verbatim);
    this.parser = new InputParser(
      onPress,
      (cell) => onClick(this.painter.inFrame(cell)),
      (text) => {
        const ground = groundIn(text);
        if (ground !== null) this.onGround?.(ground);
      },
    );
  }

  get size(): Size {
    return { columns: this.output.columns || 80, rows: this.output.rows || 24 };
  }

  start(): void {
    process.on('exit', this.close);
    if (CAN_STOP) process.on('SIGCONT', this.wake);
    this.output.on('resize', this.resized);
    this.input.setEncoding('utf8');
    this.enter();
  }

  /** Restores the terminal. */
  readonly close = (): void => {
    this.ended = true;
    this.leave();
    process.off('exit', this.close);
    process.off('SIGCONT', this.wake);
    process.off('SIGTSTP', this.suspend);
    this.output.off('resize', this.resized);
  };

  /** Ctrl-Z: restores the shell's screen, and ours when the shell continues the process. */
  readonly suspend = (): void => {
    if (!CAN_STOP) return;
    this.leave();
    process.off('SIGTSTP', this.suspend);
    // Stops the whole process group, as the terminal would, so that a parent process stops too.
    process.kill(0, 'SIGTSTP');
    setTimeout(this.wake, NOT_STOPPED_MS);
  };

  /** Gives the terminal to another program, and takes it back when that ends. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.lent = true;
    this.leave();
    // Ctrl-Z stops the other program, and this one with it.
    process.off('SIGTSTP', this.suspend);
    try {
      return await work();
    } finally {
      this.lent = false;
      this.wake();
    }
  }

  /** OSC 11: asks the terminal for its background; many answer, and the others ignore it. */
  askGround(onGround: (ground: Ground) => void): void {
    this.onGround = onGround;
    if (this.open) this.output.write('\u001b]11;?\u0007');
  }

  /** OSC 52: the terminal puts the text onto the clipboard, over ssh too. */
  readonly copy = (text: string): void => {
    this.output.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
  };

  /** Repaints everything after other programs wrote to the screen. */
  readonly redraw = (): void => this.painter.resume();

  /** Switches the mouse on or off; off, the terminal itself selects text. */
  setMouse(on: boolean): void {
    if (this.open && on !== this.mouse) this.output.write(on ? MOUSE.on : MOUSE.off);
    this.mouse = on;
  }

  onResize(listener: () => void): () => void {
    this.resizeListeners.add(listener);
    return () => this.resizeListeners.delete(listener);
  }

  private readonly wake = (): void => {
    if (this.open || this.ended || this.lent) return;
    this.enter();
    // A stopped process misses changes of the terminal's size.
    process.kill(process.pid, 'SIGWINCH');
  };

  private enter(): void {
    if (this.open) return;
    this.open = true;
    if (CAN_STOP) process.on('SIGTSTP', this.suspend);
    this.wasRaw = this.input.isRaw;
    this.input.setRawMode(true);
    this.input.on('data', this.read);
    this.input.resume();
    this.output.write(this.mouse ? ENTER + MOUSE.on : ENTER);
    this.painter.resume();
    this.resized();
  }

  private leave(): void {
    if (!this.open) return;
    this.open = false;
    this.painter.pause();
    this.parser.reset();
    this.input.off('data', this.read);
    this.input.pause();
    try {
      this.output.write(this.mouse ? MOUSE.off + LEAVE : LEAVE);
      this.input.setRawMode(this.wasRaw);
    } catch {
      // The terminal is gone: nothing to restore.
    }
  }

  private readonly read = (chunk: string): void => this.parser.push(chunk);

  private readonly resized = (): void => {
    this.painter.forget();
    for (const listener of this.resizeListeners) listener();
  };
}
