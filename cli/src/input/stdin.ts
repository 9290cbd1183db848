import { addAbortSignal } from 'node:stream';
import type { Shp } from '../core/context.ts';
import { UsageError } from '../core/errors.ts';
import { readNamed } from '../files/named.ts';

/** All of standard input as text. */
export async function readStdin(shp: Shp): Promise<string> {
  addAbortSignal(shp.signal, shp.streams.in);
  const chunks: Buffer[] = [];
  for await (const chunk of shp.streams.in) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** The lines of standard input, as passwords come; an absent one is undefined. */
export async function stdinLines(shp: Shp): Promise<string[]> {
  const text = await readStdin(shp);
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** The ids that a command names; `-` stands for those on standard input, one a line. */
export async function idsOf(shp: Shp, words: readonly string[]): Promise<string[]> {
  if (!words.includes('-')) return [...new Set(words)];
  const read = (await readStdin(shp)).split(/\s+/).filter((id) => id !== '');
  return [...new Set(words.flatMap((word) => (word === '-' ? read : [word])))];
}

/** A JSON object from a file, or from standard input for `-`. @throws UsageError */
export async function readJson(shp: Shp, file: string): Promise<Record<string, unknown>> {
  const text =
    file === '-'
      ? await readStdin(shp)
      : readNamed(file)
          .toString('utf8')
          .replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(shp.texts.cli.usage.notJson(file, error instanceof Error ? error.message : ''));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(shp.texts.cli.usage.notJson(file, shp.texts.common.reasons.type.object));
  }
  return value as Record<string, unknown>;
}
