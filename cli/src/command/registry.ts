import type { Texts } from '../lib/texts.ts';
import type { AnyCommand } from './command.ts';

/**
 * The commands of each noun, loaded when one of them is called. Help lists the nouns in this order. The texts name
 * every noun, so a missing entry does not compile.
 */
export type Registry = Readonly<Record<keyof Texts['cli']['nouns'], () => Promise<readonly AnyCommand[]>>>;

/** The commands of a noun; null if there is no such noun. */
export async function commandsOf(registry: Registry, noun: string): Promise<readonly AnyCommand[] | null> {
  return Object.hasOwn(registry, noun) ? registry[noun as keyof Registry]() : null;
}

/** Every command there is, for the completion. */
export async function allCommands(registry: Registry): Promise<AnyCommand[]> {
  return (await Promise.all(Object.values(registry).map((load) => load()))).flat();
}
