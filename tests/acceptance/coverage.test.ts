import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AnyCommand, kebab } from '../../cli/src/command/command.ts';
import { GLOBALS, PRINTING, shownOptions } from '../../cli/src/command/globalFlags.ts';
import { allCommands } from '../../cli/src/command/registry.ts';
import { NOUNS } from '../../cli/src/commands/index.ts';
import { answerLines } from '../terminal/answerLines.ts';

/** A call in a test may stand on several lines. */
const WINDOW = 4;
const KINDS = /^(?:managers|experts|stations|supervisors) (?!tree)/;

/** Everything that scripts and tests say, a few lines at a time, without the marks of code. */
const root = join(import.meta.dirname, '..');
const said = ['acceptance', 'terminal', 'contract', 'nightly']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.(?:txt|ts)$/.test(file))
  .flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8')
      .replace(/start(?:Server|Contract)\(/g, ' serve ')
      .replace(/[',"[\]`]/g, ' ')
      .replace(/ +/g, ' ')
      .split('\n');
    return lines.map((_, at) => ` ${lines.slice(at, at + WINDOW).join(' ')} `);
  });

/** The four kinds of user share the code of their verbs. */
const verbOf = ({ name }: AnyCommand) => name.replace(KINDS, 'users ');
const names = ({ name }: AnyCommand) =>
  KINDS.test(name)
    ? ['managers', 'experts', 'stations', 'supervisors'].map((kind) => name.replace(KINDS, `${kind} `))
    : [name];

test('a script or a test uses every command and every flag', async () => {
  const commands = await allCommands(NOUNS);
  // Every command that answers is run with its first example: everyAnswer.test.ts.
  const texts = [...said, ...answerLines(commands).map(({ line }) => ` ${line} `)];
  const saidOf = new Map(
    commands.map((command) => [
      verbOf(command),
      texts.filter((text) => names(command).some((name) => text.includes(` ${name} `))),
    ]),
  );
  const unused = commands.flatMap((command) => {
    const flags = Object.entries(shownOptions(command.options)).filter(([key, option]) => {
      // Commands that take the very same flag share its code.
      const alike = commands.filter((other) => other.options[key] === option || verbOf(other) === verbOf(command));
      const uses = alike.flatMap((other) => saidOf.get(verbOf(other)) ?? []);
      const words = [`--${kebab(key)}`, ...(option.short ? [`-${option.short}`] : [])];
      return !uses.some((text) => words.some((word) => text.includes(` ${word} `) || text.includes(` ${word}=`)));
    });
    const isUsed = (saidOf.get(verbOf(command)) ?? []).length > 0;
    return [...(isUsed ? [] : [command.name]), ...flags.map(([key]) => `${command.name} --${kebab(key)}`)];
  });
  const shared = ['web', ...Object.keys({ ...GLOBALS, ...PRINTING })].map((key) => `--${kebab(key)}`);
  const everywhere = shared.filter((flag) => !said.some((text) => text.includes(` ${flag}`)));
  expect([...unused, ...everywhere]).toEqual([]);
});
