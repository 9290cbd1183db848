/** Where a command reads and writes, and which of the three are terminals. */
export type Streams = {
  readonly in: NodeJS.ReadStream;
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
  readonly color: boolean;
};

/** The process's own streams. A reader that goes away ends the process in silence, as `head` does it. */
export function processStreams(noColor: boolean): Streams {
  process.stdout.on('error', leave);
  process.stderr.on('error', () => {});
  const plain = noColor || (process.env.NO_COLOR ?? '') !== '' || process.env.TERM === 'dumb';
  return {
    // Opened when something is read or asked: it costs a start some milliseconds.
    get in() {
      return process.stdin;
    },
    out: process.stdout,
    err: process.stderr,
    color: !plain,
  };
}

/** What else can go wrong, as on a full disk, is told by whoever waits for the writing. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
}

/** Writes at the reader's pace. */
export function write(stream: NodeJS.WritableStream, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** Characters that move a terminal's cursor or worse, and marks that turn the direction of a line. */
const HARMFUL = /[\p{Cc}\p{Bidi_Control}]+/gu;
/** The same, but tabs and ends of lines. */
const HARMFUL_IN_LINES = /(?:[^\P{Cc}\t\r\n]|\p{Bidi_Control})+/gu;

/** A text of unknown origin as one line that is safe for a terminal. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, ' ');
}

/** Writes what programs read as it is; on a terminal nothing of unknown origin acts on it. */
export function writeData(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return write(stream, stream.isTTY ? text.replace(HARMFUL_IN_LINES, ' ') : text);
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** Colours a text for the stream where it may be coloured. */
export function paint(streams: Streams, stream: NodeJS.WriteStream, style: keyof typeof CODES, text: string): string {
  return streams.color && stream.isTTY ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
}

/** The locale by which a terminal's characters are not UTF-8, in which everything is written; null where it is or none is set. */
export function otherEncoding(env: NodeJS.ProcessEnv): string | null {
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value);
  return locale === undefined || /utf-?8/i.test(locale) ? null : locale;
}
