import { SIZE_DEFAULT, SIZE_MAX } from '@shp/shared/domain/lib/lists';
import { allPages, type Page, type Paging } from '../../api/pages.ts';
import type { Options, OptionValues } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { UsageError } from '../../lib/errors.ts';
import type { View } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';

/** The flags of paged lists. */
export const PAGING = {
  page: { kind: 'number', value: 'N', help: ({ cli }) => cli.options.page },
  size: { kind: 'number', value: 'N', help: ({ cli }) => cli.options.size },
  all: { kind: 'flag', help: ({ cli }) => cli.options.all },
} as const satisfies Options;

/** Prints one page or all; on a terminal it also prints the total. */
export async function printList<R>(
  context: CommandContext,
  view: View<R>,
  paging: OptionValues<typeof PAGING>,
  get: (paging: Paging) => Promise<Page<R>>,
): Promise<void> {
  const { page = 1, size = SIZE_DEFAULT, all } = paging;
  judge(context, paging);
  if (all) return printRows(context, view, allPages(get));
  const { total, items } = await get({ page, size });
  await printRows(context, view, [items]);
  if (context.format !== 'table') return;
  const more = page * size < total;
  context.note(context.texts.cli.notes.rows(items.length, total, more ? page + 1 : null));
}

function judge({ texts }: CommandContext, { page, size, all }: OptionValues<typeof PAGING>): void {
  const { usage } = texts.cli;
  if (all && page !== undefined) throw new UsageError(usage.notBoth('--all', '--page'));
  if (page !== undefined && !(Number.isInteger(page) && page >= 1)) throw new UsageError(usage.least('--page', 1));
  if (size !== undefined && !(Number.isInteger(size) && size >= 1 && size <= SIZE_MAX)) {
    throw new UsageError(usage.between('--size', 1, SIZE_MAX));
  }
}

/** Drops undefined keys. */
export function present<T extends Record<string, unknown>>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never;
}
