import { ApiError, NetworkError } from '@shp/shared/api/errors';
import type { CommandContext } from '../command/context.ts';
import { Failure, Interrupted, PartlyDone } from '../lib/errors.ts';
import { NEW_ID_VIEW } from '../lists/resultViews.ts';
import type { View } from '../output/columns.ts';
import { printObject, printRows } from '../output/print.ts';
import { printItemError } from '../output/printError.ts';

/**
 * Runs `work` on each id in turn. Reports an error of one object and continues; stops on an error that would fail the
 * rest too. `outcomeOf` words how many succeeded.
 * @throws PartlyDone, Failure, or the error itself if there is only one object
 */
export async function forEachId<T>(
  context: CommandContext,
  ids: readonly string[],
  work: (id: string) => Promise<T>,
  print: (rows: AsyncIterable<readonly T[]>) => Promise<void> = drain,
  outcomeOf = context.texts.cli.notes.doneOf,
): Promise<void> {
  let done = 0;
  let fatal: unknown = null;
  async function* results(): AsyncGenerator<readonly T[]> {
    for (const id of ids) {
      try {
        if (context.signal.aborted) throw new Interrupted();
        const result = await work(id);
        done += 1;
        yield [result];
      } catch (error) {
        if (ids.length === 1 || concernsAll(error)) {
          fatal = error;
          return;
        }
        printItemError(context, id, error);
      }
    }
  }
  await print(results());
  const outcome = outcomeOf(done, ids.length);
  if (done === ids.length) return context.note(outcome);
  if (fatal !== null) {
    if (ids.length > 1) context.note(outcome);
    throw fatal;
  }
  throw done === 0 ? new Failure(outcome) : new PartlyDone(outcome);
}

/** Prints what was done to each object if `--format` is given. */
export function onRequest<T extends { id: string }>(
  context: CommandContext,
): (rows: AsyncIterable<readonly T[]>) => Promise<void> {
  return (rows) => (context.globals.format === undefined ? drain(rows) : printRows(context, NEW_ID_VIEW, rows));
}

/** Prints one object if `--format` is given. */
export async function printOnRequest<R>(context: CommandContext, view: View<R>, object: R): Promise<void> {
  if (context.globals.format !== undefined) await printObject(context, view, object);
}

async function drain(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _row of rows);
}

function concernsAll(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return !(error instanceof ApiError) || error.status === 401 || error.status === 403;
}
