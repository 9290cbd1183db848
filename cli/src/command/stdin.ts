import { addAbortSignal } from 'node:stream';
import { UsageError } from '../lib/errors.ts';
import { readUserFile } from '../lib/userFile.ts';
import type { PromptContext } from './ask.ts';

/** Standard input, read once: several parts of a command use it. */
const read = new WeakMap<object, Promise<string>>();

function readAll(context: PromptContext): Promise<string> {
  const known = read.get(context.streams.in) ?? readStream(context);
  read.set(context.streams.in, known);
  return known;
}

/** Standard input as text, without the password line of `--password-stdin`. */
export async function readStdin(context: PromptContext): Promise<string> {
  const text = await readAll(context);
  return context.globals.passwordStdin ? text.replace(/^[^\n]*(?:\n|$)/, '') : text;
}

/** The first line of standard input: the password of `--password-stdin`. */
export async function passwordLine(context: PromptContext): Promise<string> {
  const [line = ''] = await stdinLines(context);
  return line;
}

async function readStream(context: PromptContext): Promise<string> {
  addAbortSignal(context.signal, context.streams.in);
  const chunks: Buffer[] = [];
  for await (const chunk of context.streams.in) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** All lines of standard input; a missing one is undefined. */
export async function stdinLines(context: PromptContext): Promise<string[]> {
  const text = await readAll(context);
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** The first column of a tsv or csv line. A line without separators is used whole, since names contain spaces. */
function firstColumn(line: string): string {
  const quoted = /^"((?:[^"]|"")*)"/.exec(line)?.[1];
  return (quoted?.replaceAll('""', '"') ?? /^[^\t,]*/.exec(line)?.[0] ?? '').trim();
}

/** The ids of a command; `-` reads the first column of each line of standard input. */
export async function idsOf(context: PromptContext, words: readonly string[]): Promise<string[]> {
  if (!words.includes('-')) return [...new Set(words)];
  const given = (await readStdin(context))
    .split(/\r?\n/)
    .map(firstColumn)
    .filter((id) => id !== '');
  return [...new Set(words.flatMap((word) => (word === '-' ? given : [word])))];
}

/** Reads a JSON object from a file, or from standard input for `-`. @throws UsageError */
export async function readJson(context: PromptContext, file: string): Promise<Record<string, unknown>> {
  const text =
    file === '-'
      ? await readStdin(context)
      : readUserFile(file)
          .toString('utf8')
          .replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(context.texts.cli.usage.notJson(file, error instanceof Error ? error.message : ''));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(context.texts.cli.usage.notJson(file, context.texts.common.reasons.type.object));
  }
  return value as Record<string, unknown>;
}
