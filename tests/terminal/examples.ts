import type { AnyCommand } from '../../cli/src/command/command.ts';

/** The command and the arguments of a command's first example, without what follows a pipe or a redirection. */
export function exampleOf({ name, examples: [first = ''] }: AnyCommand): string {
  const line = first.replace(/^.*?shp /, '').replace(/\s*[|<>].*$/, '');
  // The default command of a noun may be written without its verb.
  return line.startsWith(name) ? line : `${name}${line.slice(name.split(' ')[0]?.length)}`;
}
