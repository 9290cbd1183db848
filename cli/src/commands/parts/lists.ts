import { SIZE_DEFAULT } from '@shp/shared/domain/lists';
import { allPages, type Page, type Paging } from '../../api/pages.ts';
import type { Options, OptionValues } from '../../core/command.ts';
import type { Shp } from '../../core/context.ts';
import { formatOf, printRows } from '../../output/print.ts';
import type { View } from '../../output/view.ts';

/** The flags of every paged list. */
export const PAGING = {
  page: { kind: 'number', value: 'N', help: ({ cli }) => cli.options.page },
  size: { kind: 'number', value: 'N', help: ({ cli }) => cli.options.size },
  all: { kind: 'flag', help: ({ cli }) => cli.options.all },
} as const satisfies Options;

/** Prints one page of a list, or all of them; on a terminal it says what is left. */
export async function printList<R>(
  shp: Shp,
  view: View<R>,
  { page = 1, size = SIZE_DEFAULT, all }: OptionValues<typeof PAGING>,
  get: (paging: Paging) => Promise<Page<R>>,
): Promise<void> {
  if (all) return printRows(shp, view, allPages(get));
  const { total, items } = await get({ page, size });
  await printRows(shp, view, [items]);
  if (formatOf(shp) !== 'table') return;
  const more = page * size < total;
  shp.note(shp.texts.cli.notes.rows(items.length, total, more ? page + 1 : null));
}

/** An input without its absent keys, as a query or a body has it. */
export function present<T extends Record<string, unknown>>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never;
}
