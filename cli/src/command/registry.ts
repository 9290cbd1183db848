import type { Texts } from '../lib/texts.ts';
import type { AnyCommand } from './command.ts';

/** The headings under which help lists the nouns, in this order. */
export const GROUPS = ['review', 'accounts', 'data', 'server', 'yourself'] as const;
type Group = (typeof GROUPS)[number];
type Load = () => Promise<readonly AnyCommand[]>;

/**
 * Each noun with its group in help and its commands, loaded on use. Help lists the nouns of a group in this order. The
 * texts have an entry for each noun, so a missing one does not compile.
 */
export type Registry = Readonly<Record<keyof Texts['cli']['nouns'], readonly [Group, Load]>>;

/** The commands of a noun; null if there is no such noun. */
export async function commandsOf(registry: Registry, noun: string): Promise<readonly AnyCommand[] | null> {
  return Object.hasOwn(registry, noun) ? registry[noun as keyof Registry][1]() : null;
}

/** All commands, for the completion. */
export async function allCommands(registry: Registry): Promise<AnyCommand[]> {
  return (await Promise.all(Object.values(registry).map(([, load]) => load()))).flat();
}
