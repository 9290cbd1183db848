import type { AnyCommand } from './command.ts';

/** Each noun with the commands under it, loaded when one of them is called. Help lists the nouns in this order. */
export type Registry = Readonly<Record<string, () => Promise<readonly AnyCommand[]>>>;

/** Every command there is, for the completion. */
export async function allCommands(registry: Registry): Promise<AnyCommand[]> {
  return (await Promise.all(Object.values(registry).map((load) => load()))).flat();
}
