/** A named key, or typed or pasted text. */
export type Press =
  | { readonly kind: 'key'; readonly name: string; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string };

/** A cell of the screen, from 0. */
export type Cell = { readonly x: number; readonly y: number };

const ESCAPE = '\u001b';
const PASTE_START = '[200~';
const PASTE_END = `${ESCAPE}[201~`;
/** Bytes that arrive within this time after Escape belong to a sequence. */
const ESCAPE_WAIT_MS = 25;

/** Key names by escape sequence, without modifier parameters. */
const SEQUENCES: Record<string, string> = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  '[H': 'home',
  '[F': 'end',
  OH: 'home',
  OF: 'end',
  '[1~': 'home',
  '[4~': 'end',
  '[7~': 'home',
  '[8~': 'end',
  '[3~': 'delete',
  '[5~': 'pageup',
  '[6~': 'pagedown',
  '[Z': 'shift-tab',
  '[15~': 'f5',
};

/** Button numbers of SGR mouse reports. */
const LEFT_BUTTON = 0;
const WHEEL: Readonly<Record<number, string>> = { 64: 'up', 65: 'down' };
const WHEEL_ROWS = 3;

const CONTROLS: Record<string, string> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  ' ': 'space',
  '\u007f': 'backspace',
  '\b': 'backspace',
};

/** What a Chinese input method makes of these keys, besides the full-width forms. */
const CHINESE: Record<string, string> = { '。': '.', '、': '\\', '《': '<', '》': '>', '【': '[', '】': ']' };
/** The full-width form of each character from ! to ~ is this far above it. */
const FULL_WIDTH = 0xfee0;

/** The key of a character: that of a full-width one too, so that keys work while a Chinese input method is on. */
function keyOf(character: string, code: number): string {
  const isFullWidth = code >= 0xff01 && code <= 0xff5e;
  return isFullWidth ? String.fromCharCode(code - FULL_WIDTH) : (CHINESE[character] ?? character);
}

/** ECMA-48 control sequences: parameters, intermediates, final byte; and older ones: O and one letter. */
const SEQUENCE = /^(?:\[([0-?]*)[ -/]*([@-~])|O([A-Z]))/;
const UNFINISHED = /^(?:\[[0-?]*[ -/]*|O)?$/;
/** Strings of the terminal, such as an answer about its colours, up to BEL or ST: no keys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: BEL and Escape end such a string
const STRING = /^([P\]X^_][^\u0007\u001b]*)(?:\u0007|\u001b\\)/;

/** Parses terminal input into keys. Bracketed paste arrives as one text. */
export class InputParser {
  private pending = '';
  private pasted: string | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly press: (press: Press) => void,
    private readonly click: (cell: Cell) => void = () => {},
    /** Gets the strings of the terminal: its answers. */
    private readonly answer: (text: string) => void = () => {},
  ) {}

  push(chunk: string): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.pending += chunk;
    while (this.pending !== '' && this.step());
    if (this.pending !== '' && this.pasted === null) {
      this.timer = setTimeout(() => this.giveUp(), ESCAPE_WAIT_MS);
    }
  }

  /** Discards partial input when the terminal is released. */
  reset(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.pending = '';
    this.pasted = null;
  }

  /** Parses one key; false if more input is needed. */
  private step(): boolean {
    if (this.pasted !== null) return this.stepPaste();
    if (!this.pending.startsWith(ESCAPE)) {
      const character = String.fromCodePoint(this.pending.codePointAt(0) ?? 0);
      this.pending = this.pending.slice(character.length);
      this.character(character);
      return true;
    }
    const rest = this.pending.slice(1);
    const found = SEQUENCE.exec(rest);
    if (found) {
      this.pending = rest.slice(found[0].length);
      if (found[0] === PASTE_START) this.pasted = '';
      else this.sequence(found);
      return true;
    }
    const string = STRING.exec(rest);
    if (string) {
      this.pending = rest.slice(string[0].length);
      this.answer(string[1] ?? '');
      return true;
    }
    if (UNFINISHED.test(rest)) return false;
    this.pending = rest;
    this.key('escape');
    return true;
  }

  private stepPaste(): boolean {
    const end = this.pending.indexOf(PASTE_END);
    // The end marker may be split between two chunks.
    const until = end >= 0 ? end : Math.max(0, this.pending.length - PASTE_END.length + 1);
    this.pasted += this.pending.slice(0, until);
    this.pending = this.pending.slice(until);
    if (end < 0) return false;
    this.pending = this.pending.slice(PASTE_END.length);
    const text = this.pasted ?? '';
    this.pasted = null;
    this.press({ kind: 'paste', text });
    return true;
  }

  private sequence([, parameters = '', final = '', ss3]: RegExpExecArray): void {
    if (parameters.startsWith('<')) {
      this.mouse(parameters.slice(1).split(';').map(Number), final);
      return;
    }
    const number = parameters.split(';')[0];
    const name = SEQUENCES[ss3 === undefined ? `[${final === '~' ? number : ''}${final}` : `O${ss3}`];
    if (name !== undefined) this.key(name);
  }

  /** A report of the mouse (SGR): the wheel moves as the arrow keys do; releases and other buttons do nothing. */
  private mouse([button = -1, column = 0, row = 0]: readonly number[], final: string): void {
    if (final !== 'M') return;
    if (button === LEFT_BUTTON) this.click({ x: column - 1, y: row - 1 });
    const key = WHEEL[button];
    if (key !== undefined) for (let step = 0; step < WHEEL_ROWS; step++) this.key(key);
  }

  private character(character: string): void {
    const code = character.codePointAt(0) ?? 0;
    const control = CONTROLS[character];
    if (control !== undefined) this.key(control, control === 'space' ? ' ' : '');
    else if (code < 0x20) this.key(`ctrl-${String.fromCharCode(code + 0x60)}`);
    else if (code >= 0xa0 || code < 0x7f) this.key(keyOf(character, code), character);
  }

  private key(name: string, text = ''): void {
    this.press({ kind: 'key', name, text });
  }

  private giveUp(): void {
    this.timer = null;
    const rest = this.pending.slice(1);
    this.pending = '';
    this.key('escape');
    if (rest !== '') this.push(rest);
  }
}
