import type { CommandContext } from '../command/context.ts';
import { type Ending, endingOf } from '../command/errors.ts';
import { paint, type Streams, sanitized, say } from '../lib/streams.ts';

/** Prints an error: a line and a hint, or JSON. */
export function printError(streams: Streams, what: string, ending: Ending, asJson: boolean): void {
  const { err } = streams;
  if (ending.why === null) return;
  if (asJson) {
    const { code, why: message, fields } = ending;
    err.write(`${JSON.stringify({ error: { code, message, ...(fields ? { fields } : {}) } })}\n`);
    return;
  }
  const words = sanitized([what, ending.why].filter((word) => word !== '').join(': '));
  say(streams, `${paint(streams, err, 'red', 'shp:')} ${words}`);
  if (ending.hint) say(streams, ending.hint);
}

/** Prints the error of one object among several. */
export function printItemError(context: CommandContext, id: string, error: unknown): void {
  const ending = endingOf(error, context.texts, undefined, context.tokenSource);
  // Do not repeat an id that is already in the message.
  const what = ending.why?.includes(id) ? context.command : `${context.command} ${id}`;
  printError(context.streams, what, { ...ending, hint: undefined }, context.globals.format === 'json');
}
