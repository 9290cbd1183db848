import { Argument, Command as Commander, CommanderError, Option as CommanderOption } from 'commander';
import { UsageError } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';
import { type AnyCommand, type Arg, kebab, type Option } from './command.ts';
import { optionsOf } from './globalFlags.ts';
import { suggested } from './suggest.ts';

export type Parsed = {
  args: (string | string[] | undefined)[];
  options: Record<string, unknown>;
  /** The words that the command does not take. */
  excess: string[];
};

/** Parses the words after a command's name. @throws UsageError */
export function parse(command: AnyCommand, words: readonly string[], texts: Texts): Parsed {
  const options = optionsOf(command);
  const parser = new Commander()
    .helpOption(false)
    .exitOverride()
    .allowExcessArguments()
    .configureOutput({ writeErr: () => {} });
  for (const [key, option] of Object.entries(options)) {
    // Commander suggests only what help shows; an old name is not shown.
    parser.addOption(commanderOption(key, option, texts).hideHelp(option.aliasOf !== undefined));
  }
  const { words: own, after } = splitArgs(command.args);
  for (const arg of own) {
    const name = arg.many ? `${arg.name}...` : arg.name;
    const argument = new Argument(arg.optional ? `[${name}]` : `<${name}>`);
    if (arg.choices) {
      const { choices } = arg;
      argument.argParser((value: string) => oneOf(arg.name, choices, value, texts));
    }
    parser.addArgument(argument);
  }
  parser.action(() => {});
  try {
    parser.parse([...words], { from: 'user' });
  } catch (error) {
    throw error instanceof CommanderError ? usageError(error, texts) : error;
  }
  const excess = own.at(-1)?.many ? [] : parser.args.slice(own.length);
  const raw: Record<string, unknown> = parser.opts();
  const values: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(options)) values[key] = optionValue(key, option, raw);
  for (const [key, { aliasOf }] of Object.entries(options)) {
    if (aliasOf === undefined || values[key] === undefined) continue;
    if (values[aliasOf] !== undefined)
      throw new UsageError(texts.cli.usage.notBoth(`--${kebab(aliasOf)}`, `--${kebab(key)}`));
    values[aliasOf] = values[key];
    delete values[key];
  }
  return { args: [...parser.processedArgs, ...lastWords(parser.processedArgs, after, texts)], options: values, excess };
}

/** Commander's errors in our own words; its message quotes the word. */
function usageError({ code, message }: CommanderError, { cli }: Texts): UsageError {
  const quoted = /'(.*?)'/s.exec(message)?.[1] ?? '';
  if (code === 'commander.unknownOption') return new UsageError(cli.usage.unknownOption(quoted, suggested(message)));
  if (code === 'commander.missingArgument') return new UsageError(cli.usage.missingArgument(quoted));
  if (code === 'commander.optionMissingArgument') {
    return new UsageError(cli.usage.missingValue(/--[\w-]+/.exec(quoted)?.[0] ?? quoted));
  }
  return new UsageError(message);
}

/** Arguments after a variadic one: commander allows a variadic argument only at the end. */
function splitArgs(args: readonly Arg[]): { words: readonly Arg[]; after: readonly Arg[] } {
  const cut = args.findIndex(({ many }) => many) + 1 || args.length;
  return { words: args.slice(0, cut), after: args.slice(cut) };
}

/** Takes the trailing arguments from the variadic one. @throws UsageError */
function lastWords(processed: readonly unknown[], after: readonly Arg[], texts: Texts): string[] {
  const many = processed.at(-1);
  const words = Array.isArray(many) ? (many.splice(Math.max(1, many.length - after.length)) as string[]) : [];
  return after.map((arg, index) => {
    const word = words[index];
    if (word === undefined) throw new UsageError(texts.cli.usage.missingArgument(arg.name));
    return oneOf(arg.name, arg.choices, word, texts);
  });
}

function optionValue(key: string, option: Option, raw: Record<string, unknown>): unknown {
  // Commander's value of a flag without one.
  if (option.kind === 'list' && raw[key] === true) return [];
  if (option.kind !== 'flag') return raw[key];
  const negated = /^no([A-Z])(.*)$/.exec(key);
  // Commander reads `--no-color` as the opposite of `--color`.
  return negated ? raw[`${negated[1]?.toLowerCase()}${negated[2]}`] === false : raw[key] === true;
}

function commanderOption(key: string, option: Option, texts: Texts): CommanderOption {
  const long = `--${kebab(key)}`;
  const short = option.short ? `-${option.short}, ` : '';
  if (option.kind === 'flag') return new CommanderOption(`${short}${long}`);
  const made = new CommanderOption(`${short}${long} ${mayStandAlone(option) ? '[value]' : '<value>'}`);
  return made.argParser((value: string, before: unknown) => read(long, option, value, before, texts));
}

function mayStandAlone(option: Option): boolean {
  return option.kind === 'maybe' || (option.kind === 'list' && option.asks === true);
}

function read(flag: string, option: Option, value: string, before: unknown, texts: Texts): unknown {
  switch (option.kind) {
    case 'flag':
      return true;
    case 'number':
      return number(flag, value, texts);
    case 'texts':
      return [...list(before), value];
    case 'list':
      return [...list(before), ...entries(flag, option, value, texts)];
    default:
      refuseEmpty(flag, option.kind === 'text' && option.mayBeEmpty, value === '', texts);
      return oneOf(flag, option.choices, value, texts);
  }
}

/** An empty shell variable must not select all rows. @throws UsageError */
function refuseEmpty(flag: string, mayBeEmpty: boolean | undefined, empty: boolean, { cli }: Texts): void {
  if (empty && !mayBeEmpty) throw new UsageError(cli.usage.missingValue(flag));
}

function entries(flag: string, option: Option & { kind: 'list' }, value: string, texts: Texts): string[] {
  const found = split(value);
  refuseEmpty(flag, option.mayBeEmpty, found.length === 0, texts);
  return found.map((one) => oneOf(flag, option.choices, one, texts));
}

const list = (before: unknown): string[] => (Array.isArray(before) ? before : []);

/** Splits a comma-separated value. */
export function split(value: string): string[] {
  return value
    .split(/[,，、]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function oneOf(name: string, choices: readonly string[] | undefined, value: string, { cli }: Texts): string {
  if (choices && !choices.includes(value)) throw new UsageError(cli.usage.notOneOf(name, value, choices.join(', ')));
  return value;
}

function number(flag: string, value: string, { cli }: Texts): number {
  const read = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(read)) throw new UsageError(cli.usage.notNumber(flag, value));
  return read;
}
