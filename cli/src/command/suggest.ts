/** The suggestion in a commander error message; null if there is none. */
export function suggested(message: string): string | null {
  return /\(Did you mean (?:one of )?(.*)\?\)/.exec(message)?.[1] ?? null;
}

/** The known words closest to a mistyped flag or command, according to commander. */
export async function suggest(word: string, known: readonly string[]): Promise<string | null> {
  const { Command, Option } = await import('commander');
  const program = new Command()
    .exitOverride()
    .helpOption(false)
    .helpCommand(false)
    .configureOutput({ writeErr: () => {} });
  if (word.startsWith('-')) {
    for (const flag of known) program.addOption(new Option(flag));
    program.action(() => {});
  } else for (const name of new Set(known)) program.command(name);
  try {
    program.parse([word], { from: 'user' });
    return null;
  } catch (error) {
    return suggested(error instanceof Error ? error.message : '');
  }
}
