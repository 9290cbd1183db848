import type { CommandContext } from '../command/context.ts';
import { write } from '../lib/streams.ts';
import type { View } from './columns.ts';
import { printRows } from './print.ts';

type Node = { children?: readonly Node[] | undefined };
/** A tree node as a flat row with its depth. */
export type Flat<N> = Omit<N, 'children'> & { depth: number };

/** Prints a tree: nested in JSON, else one row per node. */
export async function printTree<N extends Node>(
  context: CommandContext,
  view: View<Flat<N>>,
  tree: readonly N[],
): Promise<void> {
  if (context.format === 'json' && !context.globals.fields) {
    return write(context.streams.out, `${JSON.stringify(tree, null, 2)}\n`);
  }
  await printRows(context, view, [flatten(tree, 0)]);
}

function flatten<N extends Node>(nodes: readonly N[], depth: number): Flat<N>[] {
  return nodes.flatMap(({ children, ...node }) => [
    { ...node, depth } as Flat<N>,
    ...flatten((children ?? []) as readonly N[], depth + 1),
  ]);
}

/** A name, indented by its depth. */
export function indented({ name, depth }: { name: string; depth: number }): string {
  return `${'  '.repeat(depth)}${name}`;
}
