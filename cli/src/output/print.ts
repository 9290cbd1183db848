import type { CommandContext } from '../command/context.ts';
import { write, writeData } from '../lib/streams.ts';
import { type Field, fieldsOf, project, type View } from './columns.ts';
import type { RowPrinter } from './serializers.ts';
import type { NarrowLayout } from './table.ts';

/** Prints rows as they arrive. */
export async function printRows<R>(
  context: CommandContext,
  view: View<R>,
  batches: AsyncIterable<readonly R[]> | Iterable<readonly R[]>,
): Promise<void> {
  if (selects(context)) return printSelected(context, view, batches);
  const short = context.format === 'table' || context.format === 'tsv' ? view.brief : undefined;
  const chosen = context.globals.fields;
  const fields = fieldsOf(view, chosen ?? short, context.dataTexts);
  let missing: readonly string[] = [];
  const narrow: NarrowLayout = {
    sentences: view.sentences === true,
    spare: view.spare,
    whole: view.whole,
    yields: view.yields,
    cutsNames: view.cutsNames,
    drawn: view.drawn,
    ...(chosen ? {} : { leftOut: (headings) => (missing = headings) }),
  };
  const printer = await printerOf(context, fields, narrow);
  const pages = context.format === 'table' ? (await import('./pager.ts')).pagesOf(context.streams) : null;
  const put = async (text: string | undefined) => {
    if (text) await (pages ? pages.write(text) : writeData(context.streams.out, text));
  };
  await put(printer.start?.());
  for await (const batch of batches) {
    // Who has left the pager waits for no further page of the server.
    if (pages?.isOpen === false) break;
    await put(printer.rows(batch));
  }
  await put(printer.end?.());
  await pages?.end();
  if (missing.length > 0) context.note(context.texts.cli.notes.noRoom(missing.join(context.texts.common.marks.list)));
}

async function printerOf<R>(
  context: CommandContext,
  fields: readonly Field<R>[],
  narrow: NarrowLayout,
): Promise<RowPrinter<R>> {
  const format = context.format;
  if (format === 'table') return (await import('./table.ts')).tablePrinter(context.streams, fields, narrow);
  const machine = await import('./serializers.ts');
  const headings = context.globals.headings ?? 'keys';
  if (format === 'csv') return machine.csvPrinter(fields, headings);
  if (format === 'tsv') return machine.tsvPrinter(fields, headings);
  const chosen = context.globals.fields ? (row: R) => project(row, fields) : (row: R) => row;
  return format === 'json' ? machine.jsonPrinter(chosen) : machine.ndjsonPrinter(chosen);
}

/** Prints one object; in a table, one line per field. */
export async function printObject<R>(context: CommandContext, view: View<R>, object: R): Promise<void> {
  if (selects(context)) return printSelected(context, view, object);
  const format = context.format;
  if (format === 'csv' || format === 'tsv' || format === 'ndjson') return printRows(context, view, [[object]]);
  const keys = view.columns.map(({ key }) => key);
  const fields = fieldsOf(view, context.globals.fields ?? keys, context.dataTexts);
  if (format === 'table') {
    const { describe } = await import('./table.ts');
    return write(context.streams.out, describe(context.streams, fields, object));
  }
  const shown = context.globals.fields ? project(object, fields) : object;
  return writeData(context.streams.out, `${JSON.stringify(shown, null, 2)}\n`);
}

/** Whether `--jq` or `--template` replaces the output. */
const selects = ({ globals }: CommandContext) => globals.jq !== undefined || globals.template !== undefined;

/** Prints what `--jq` or `--template` makes of rows or of one object, after `--fields`. */
async function printSelected<R>(
  context: CommandContext,
  view: View<R>,
  data: AsyncIterable<readonly R[]> | Iterable<readonly R[]> | R,
): Promise<void> {
  const { jq, template, fields: chosen } = context.globals;
  const fields = chosen ? fieldsOf(view, chosen, context.dataTexts) : null;
  const shown = (row: R) => (fields ? project(row, fields) : row);
  const batches = isBatches(data) ? data : null;
  const { printJq, printTemplate } = await import('./selected.ts');
  if (template !== undefined) {
    const rows = batches ? mapped(batches, shown) : [[shown(data as R)]];
    return printTemplate(context, template, rows);
  }
  if (jq === undefined) return;
  if (!batches) return printJq(context, jq, shown(data as R));
  const rows: unknown[] = [];
  for await (const batch of mapped(batches, shown)) rows.push(...batch);
  return printJq(context, jq, rows);
}

function isBatches<R>(data: AsyncIterable<R> | Iterable<R> | unknown): data is AsyncIterable<R> | Iterable<R> {
  return typeof data === 'object' && data !== null && (Symbol.asyncIterator in data || Symbol.iterator in data);
}

async function* mapped<R>(
  batches: AsyncIterable<readonly R[]> | Iterable<readonly R[]>,
  shown: (row: R) => unknown,
): AsyncGenerator<unknown[]> {
  for await (const batch of batches) yield batch.map(shown);
}
