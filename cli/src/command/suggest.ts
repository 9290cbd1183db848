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
  for (const name of new Set(known)) {
    if (name.startsWith('-')) program.addOption(new Option(name));
    else program.command(name);
  }
  if (word.startsWith('-')) program.action(() => {});
  try {
    program.parse([word], { from: 'user' });
    return null;
  } catch (error) {
    return suggested(error instanceof Error ? error.message : '');
  }
}
