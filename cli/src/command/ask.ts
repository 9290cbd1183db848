import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Failure, Interrupted, UsageError } from '../lib/errors.ts';
import { markHungUp } from '../lib/hangUp.ts';
import { folded, type Streams } from '../lib/streams.ts';
import type { Texts } from '../lib/texts.ts';

/** What a prompt needs from the context of a command. */
export type PromptContext = {
  readonly streams: Streams;
  readonly texts: Texts;
  readonly signal: AbortSignal;
  /** Whether a person is at the terminal. */
  readonly canAsk: boolean;
  readonly globals: { readonly yes: boolean; readonly passwordStdin: boolean };
};

/** Asks for a line; without a terminal, the error names the flag to use. @throws UsageError, Interrupted */
export function ask(context: PromptContext, question: string, flag: string): Promise<string> {
  return prompt(context, question, flag, false);
}

/** Asks without echo. @throws UsageError, Interrupted */
export function askSecret(context: PromptContext, question: string, flag: string): Promise<string> {
  return prompt(context, question, flag, true);
}

/** Asks before a destructive action; without a terminal `--yes` is required. @throws UsageError, Failure */
export async function confirm(context: PromptContext, question: string): Promise<void> {
  if (context.globals.yes) return;
  const { cli } = context.texts;
  if (!context.canAsk) throw new UsageError(`${question} ${cli.usage.missingAnswer('--yes')}`);
  const answer = await ask(context, `${question} ${cli.prompts.yesNo}`, '--yes');
  if (!/^(y|yes|是)$/i.test(answer.trim())) throw new Failure(cli.errors.cancelled);
}

function prompt(context: PromptContext, words: string, flag: string, hidden: boolean): Promise<string> {
  const { in: input, err } = context.streams;
  if (!context.canAsk) throw new UsageError(context.texts.cli.usage.missingAnswer(flag));
  const question = folded(context.streams, err, words);
  return new Promise((resolve, reject) => {
    const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : err;
    const reader = createInterface({ input, output, terminal: true });
    // From here on the terminal does not echo.
    if (hidden) err.write(`${question} `);
    const leave = () => {
      err.write('\n');
      reject(new Interrupted());
    };
    reader.on('SIGINT', () => reader.close());
    context.signal.addEventListener('abort', () => reader.close());
    reader.on('close', leave);
    // Reading fails when the terminal is gone, and so does resetting it.
    reader.on('error', markHungUp);
    reader.question(hidden ? '' : `${question} `, (answer) => {
      reader.off('close', leave);
      reader.close();
      if (hidden) err.write('\n');
      resolve(answer);
    });
  });
}
