/** The streams of a command. */
export type Streams = {
  readonly in: NodeJS.ReadStream;
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
  readonly color: boolean;
  /** Breaks lines between words; loaded if one of the streams is a terminal. */
  readonly fold?: Fold | undefined;
};

type Fold = (text: string, columns: number) => string;

/** The process's streams. Like `head`, exits silently if the reader goes away. */
export function processStreams(noColor: boolean, fold?: Fold): Streams {
  process.stdout.on('error', leave);
  process.stderr.on('error', () => {});
  const plain = noColor || (process.env.NO_COLOR ?? '') !== '' || process.env.TERM === 'dumb';
  return {
    // Lazy: opening stdin costs some milliseconds at start-up.
    get in() {
      return process.stdin;
    },
    out: process.stdout,
    err: process.stderr,
    color: !plain,
    fold,
  };
}

/** The writer reports other errors, for example a full disk. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
}

/** Writes with backpressure. */
export function write(stream: NodeJS.WritableStream, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** The text, on a terminal with lines that fit. */
export function folded({ fold }: Streams, stream: NodeJS.WriteStream, text: string): string {
  return fold && stream.isTTY ? fold(text, stream.columns) : text;
}

/** Writes a message to standard error. */
export function say(streams: Streams, text: string): void {
  streams.err.write(`${folded(streams, streams.err, text)}\n`);
}

/** Control characters, which may move the cursor, and marks that change the text direction. */
const HARMFUL = /[\p{Cc}\p{Bidi_Control}]+/gu;
/** The same except tabs and line ends. */
const HARMFUL_IN_LINES = /(?:[^\P{Cc}\t\r\n]|\p{Bidi_Control})+/gu;

/** Makes a text from users safe for a terminal: one line, no control characters. */
export function sanitized(text: string): string {
  return text.replace(HARMFUL, ' ');
}

/** Writes data unchanged, except on a terminal, where it removes control characters. */
export function writeData(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return write(stream, stream.isTTY ? text.replace(HARMFUL_IN_LINES, ' ') : text);
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** Colours a text if the stream supports it. */
export function paint(streams: Streams, stream: NodeJS.WriteStream, style: keyof typeof CODES, text: string): string {
  return streams.color && stream.isTTY ? styled(style, text) : text;
}

export function styled(style: keyof typeof CODES, text: string): string {
  return `\u001b[${CODES[style]}m${text}\u001b[0m`;
}

/** The locale if it is not UTF-8; null if it is, or if none is set. All output is UTF-8. */
export function nonUtf8Locale(env: NodeJS.ProcessEnv): string | null {
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value);
  return locale === undefined || /utf-?8/i.test(locale) ? null : locale;
}
