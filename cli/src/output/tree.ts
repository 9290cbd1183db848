import type { CommandContext } from '../command/context.ts';
import { write } from '../lib/streams.ts';
import type { View } from './columns.ts';
import { printRows } from './print.ts';

type Node = { children?: readonly Node[] | undefined };
/** A row of a tree that has been laid flat, with how deep it lay. */
export type Flat<N> = Omit<N, 'children'> & { depth: number };

/** Prints a tree: nested as JSON, else one row a node, each under the one above it. */
export async function printTree<N extends Node>(
  shp: CommandContext,
  view: View<Flat<N>>,
  tree: readonly N[],
): Promise<void> {
  if (shp.format === 'json' && !shp.globals.fields) {
    return write(shp.streams.out, `${JSON.stringify(tree, null, 2)}\n`);
  }
  await printRows(shp, view, [flatten(tree, 0)]);
}

function flatten<N extends Node>(nodes: readonly N[], depth: number): Flat<N>[] {
  return nodes.flatMap(({ children, ...node }) => [
    { ...node, depth } as Flat<N>,
    ...flatten((children ?? []) as readonly N[], depth + 1),
  ]);
}

/** A name under the one it belongs to. */
export function indented({ name, depth }: { name: string; depth: number }): string {
  return `${'  '.repeat(depth)}${name}`;
}
