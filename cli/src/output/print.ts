import type { CommandContext } from '../command/context.ts';
import { write, writeData } from '../lib/streams.ts';
import { type Field, fieldsOf, project, type View } from './columns.ts';
import type { RowPrinter } from './serializers.ts';
import type { Narrow } from './table.ts';

/** Prints rows as they arrive. */
export async function printRows<R>(
  shp: CommandContext,
  view: View<R>,
  batches: AsyncIterable<readonly R[]> | Iterable<readonly R[]>,
): Promise<void> {
  const short = shp.format === 'table' || shp.format === 'tsv' ? view.brief : undefined;
  const chosen = shp.globals.fields;
  const fields = fieldsOf(view, chosen ?? short, shp.dataTexts);
  let missing: readonly string[] = [];
  const narrow: Narrow = {
    sentences: view.sentences === true,
    ...(chosen ? {} : { leftOut: (headings) => (missing = headings) }),
  };
  const printer = await printerOf(shp, fields, narrow);
  const writeRows = shp.format === 'table' ? write : writeData;
  const put = async (text: string | undefined) => {
    if (text) await writeRows(shp.streams.out, text);
  };
  await put(printer.start?.());
  for await (const batch of batches) await put(printer.rows(batch));
  await put(printer.end?.());
  if (missing.length > 0) shp.note(shp.texts.cli.notes.noRoom(missing.join(shp.texts.common.marks.list)));
}

async function printerOf<R>(shp: CommandContext, fields: readonly Field<R>[], narrow: Narrow): Promise<RowPrinter<R>> {
  const format = shp.format;
  if (format === 'table') return (await import('./table.ts')).tablePrinter(shp.streams, fields, narrow);
  const machine = await import('./serializers.ts');
  const headings = shp.globals.headings ?? 'keys';
  if (format === 'csv') return machine.csvPrinter(fields, headings);
  if (format === 'tsv') return machine.tsvPrinter(fields, headings);
  const chosen = shp.globals.fields ? (row: R) => project(row, fields) : (row: R) => row;
  return format === 'json' ? machine.jsonPrinter(chosen) : machine.ndjsonPrinter(chosen);
}

/** Prints one object; in a table, one line per field. */
export async function printObject<R>(shp: CommandContext, view: View<R>, object: R): Promise<void> {
  const format = shp.format;
  if (format === 'csv' || format === 'tsv' || format === 'ndjson') return printRows(shp, view, [[object]]);
  const keys = view.columns.map(({ key }) => key);
  const fields = fieldsOf(view, shp.globals.fields ?? keys, shp.dataTexts);
  if (format === 'table') {
    const { describe } = await import('./table.ts');
    return write(shp.streams.out, describe(shp.streams, fields, object));
  }
  const shown = shp.globals.fields ? project(object, fields) : object;
  return writeData(shp.streams.out, `${JSON.stringify(shown, null, 2)}\n`);
}
