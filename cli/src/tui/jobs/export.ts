import type { BinaryKey, Input } from '@shp/shared/api/index';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { formatAsked, headingsOf } from '@shp/shared/domain/lib/sheetFormats';
import type { Column } from '@shp/shared/sheets/column';
import { encodeSheet } from '@shp/shared/sheets/encode';
import type { CommandContext } from '../../command/context.ts';
import { shownPath } from '../../lib/userFile.ts';
import { writeAtomicFile } from '../../transfer/atomicFile.ts';
import { runExport } from '../../transfer/export.ts';
import { commandLine, flags } from '../commands/commandLine.ts';
import { rowsOf } from '../list/actionTarget.ts';
import type { Query } from '../list/definition.ts';
import type { ListModel } from '../list/model.ts';
import { countOf, type Selection } from '../list/selection.ts';
import type { Texts } from '../texts.ts';
import { JobContext } from './jobContext.ts';
import type { JobSpec, JobTools } from './jobs.ts';

/** How to export a list. */
export type Exporting<R extends { id: string }> = {
  /** The beginning of the suggested file name. */
  readonly name: string;
  title(texts: Texts): string;
  /** The server's export for a query; null if there is none. */
  whole(role: Role, query: Query): { key: BinaryKey; input: Record<string, unknown> } | null;
  /** The command that exports the same; absent or null if there is none, as for picked rows. */
  command?(role: Role, target: Selection<R>, file: string): string | null;
  /** Exports selected rows: their columns and data. */
  part(model: ListModel<R>, target: Selection<R>, role: Role, context: CommandContext, tools: JobTools): Promise<Part>;
};
type Part = { readonly columns: readonly Column<never>[]; readonly batches: AsyncIterable<readonly object[]> };

/** Exports the target: by the server's export for a whole query, else row by row. */
export function exportJob<R extends { id: string }>(
  exporting: Exporting<R>,
  {
    model,
    target,
    role,
    file,
    context,
  }: { model: ListModel<R>; target: Selection<R>; role: Role; file: string; context: CommandContext },
  texts: Texts,
): JobSpec {
  const format = formatAsked(file) ?? 'xlsx';
  return {
    title: ({ tui }) => tui.export.job(shownPath(file)),
    command: exporting.command?.(role, target, shownPath(file)) ?? null,
    file,
    async run(tools) {
      const quiet = new JobContext(context, texts, tools);
      const all = target.kind === 'matching' && target.except.size === 0 ? exporting.whole(role, target.query) : null;
      const headings = headingsOf(format, texts.lang);
      if (all !== null) {
        return runExport(quiet, all.key, all.input as Input<BinaryKey>, {
          output: file,
          format,
          headings,
          manifest: false,
          failIfEmpty: false,
        });
      }
      const silent = new JobContext(context, texts, { ...tools, note: () => {} });
      const { columns, batches } = await exporting.part(model, target, role, silent, tools);
      let rows = 0;
      const counted = async function* () {
        for await (const batch of batches) {
          rows += batch.length;
          tools.at(rows, countOf(target));
          yield batch as readonly never[];
        }
      };
      await writeAtomicFile(
        file,
        async (sink) => {
          const sheet = { format, headings, columns, name: exporting.title(texts) };
          for await (const bytes of encodeSheet(sheet, counted())) await sink.write(Buffer.from(bytes));
        },
        () => {},
      );
      tools.note(texts.cli.notes.exported(rows, file));
    },
  };
}

/** The command that exports all rows of a filter: flags of `noun export`. */
export function exportCommand(words: readonly string[], target: Selection<unknown>, file: string): string | null {
  if (target.kind === 'picked' || target.except.size > 0) return null;
  return commandLine(...words, 'export', ...flags(target.query), '-o', file);
}

/** The selected rows as the list has them. */
export async function* listedRows<R extends { id: string }>(
  model: ListModel<R>,
  target: Selection<R>,
  tools: JobTools,
): AsyncGenerator<readonly R[]> {
  yield await rowsOf(model, target, tools.signal);
}
