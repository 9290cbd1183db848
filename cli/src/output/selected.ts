import type { CommandContext } from '../command/context.ts';
import { Failure, UsageError } from '../lib/errors.ts';
import { writeData } from '../lib/streams.ts';

/** Prints what the jq expression of `--jq` makes of the json output; strings without quotation marks. @throws UsageError, Failure */
export async function printJq({ texts, streams }: CommandContext, expression: string, data: unknown): Promise<void> {
  const { default: jq } = await import('jq-wasm');
  let text: string;
  try {
    text = await jq.raw(JSON.stringify(data), expression, ['-r']);
  } catch (error) {
    const { message } = error as Error;
    const line = texts.cli.usage.badJq(reasonOf(message));
    throw message.includes('compile error') ? new UsageError(line) : new Failure(line, undefined, { cause: error });
  }
  await writeData(streams.out, text === '' ? '' : `${text}\n`);
}

/** The reason in a message of jq, without where in its input, which is ours, it stood. */
function reasonOf(message: string): string {
  const line = message.replace(/^Failed to execute raw query: /, '').split('\n')[0] ?? '';
  return line
    .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
    .replace(/(?: \(Unix shell quoting issues\?\))? at <top-level>.*$/, '');
}

/** Prints a line for each row, made by the Mustache template of `--template`. @throws UsageError */
export async function printTemplate(
  { texts, streams }: CommandContext,
  template: string,
  batches: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
): Promise<void> {
  const { default: mustache } = await import('mustache');
  try {
    mustache.parse(template);
  } catch (error) {
    throw new UsageError(texts.cli.usage.badTemplate((error as Error).message));
  }
  const line = (row: unknown) => `${mustache.render(template, row, {}, { escape: String })}\n`;
  for await (const batch of batches) await writeData(streams.out, batch.map(line).join(''));
}
