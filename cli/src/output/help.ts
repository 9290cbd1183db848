import { isNoun, NOUNS } from '../commands/index.ts';
import { type AnyCommand, type Arg, kebab, type Option, type Options } from '../core/command.ts';
import { UsageError } from '../core/errors.ts';
import { GLOBALS, optionsOf } from '../core/globals.ts';
import type { Texts } from '../core/texts.ts';
import { EXIT } from './exit.ts';
import { paint, type Streams, write } from './streams.ts';

/** Prints what the words ask about: everything, a noun, a command or a topic. @throws UsageError */
export async function printHelp(
  words: readonly string[],
  texts: Texts,
  streams: Streams,
  stream: NodeJS.WriteStream,
): Promise<void> {
  const bold = (text: string) => paint(streams, stream, 'bold', text);
  const [noun, verb, more] = words;
  if (noun === undefined) return write(stream, overview(texts, bold));
  if (noun === 'exit-codes') return write(stream, exitCodes(texts, bold));
  if (!isNoun(noun)) throw new UsageError(texts.cli.usage.unknownCommand(noun), texts.cli.hints.help(''));
  const commands = await NOUNS[noun]();
  const one = commands.find(({ name }) => [noun, `${noun} ${verb}`, `${noun} ${verb} ${more}`].includes(name));
  return write(stream, one ? page(one, texts, bold) : list(noun, commands, texts, bold));
}

type Bold = (text: string) => string;

function overview(texts: Texts, bold: Bold): string {
  const { cli, common } = texts;
  const nouns = Object.keys(NOUNS).map((noun): [string, string] => [noun, cli.nouns[noun as keyof typeof cli.nouns]]);
  const parts = [
    common.title,
    `${bold(cli.help.usage)}  shp ${cli.help.command} [${cli.help.flags}]`,
    section(cli.help.commands, nouns, bold),
    section(cli.help.global, rows(GLOBALS, texts), bold),
    cli.help.more,
  ];
  return `${parts.join('\n\n')}\n`;
}

function list(noun: string, commands: readonly AnyCommand[], texts: Texts, bold: Bold): string {
  const { cli } = texts;
  const lines = commands.map(({ name, summary }): [string, string] => [`shp ${name}`, summary(texts)]);
  const about = cli.nouns[noun as keyof typeof cli.nouns];
  return `${[about, section(cli.help.commands, lines, bold), cli.hints.help(`${noun} VERB`)].join('\n\n')}\n`;
}

function page(command: AnyCommand, texts: Texts, bold: Bold): string {
  const { cli } = texts;
  const own = Object.fromEntries(Object.entries(optionsOf(command)).filter(([key]) => !Object.hasOwn(GLOBALS, key)));
  const words = ['shp', command.name, ...command.args.map(argText)].join(' ');
  const parts = [
    command.summary(texts),
    `${bold(cli.help.usage)}  ${words} [${cli.help.flags}]`,
    ...(Object.keys(own).length > 0 ? [section(cli.help.own, rows(own, texts), bold)] : []),
    section(cli.help.global, rows(GLOBALS, texts), bold),
    [bold(cli.help.examples), ...command.examples.map((example) => `  ${example}`)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function argText({ name, many, optional, choices }: Arg): string {
  const text = `${choices ? choices.join('|') : name}${many ? '...' : ''}`;
  return optional ? `[${text}]` : text;
}

function rows(options: Options, texts: Texts): [string, string][] {
  return Object.entries(options).map(([key, option]) => [flagText(key, option), helpText(option, texts)]);
}

function flagText(key: string, option: Option): string {
  const short = 'short' in option && option.short ? `-${option.short}, ` : '';
  const long = `${short}--${kebab(key)}`;
  if (option.kind === 'flag') return long;
  return option.kind === 'maybe' ? `${long}[=${option.value}]` : `${long} ${option.value}`;
}

function helpText(option: Option, texts: Texts): string {
  const choices = 'choices' in option && option.choices ? texts.common.marks.brackets(option.choices.join(', ')) : '';
  return `${option.help(texts)}${choices}`;
}

function section(title: string, lines: readonly [string, string][], bold: Bold): string {
  const width = Math.max(...lines.map(([left]) => left.length));
  return [bold(title), ...lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join('\n');
}

function exitCodes({ cli }: Texts, bold: Bold): string {
  const lines = Object.entries(EXIT).map(([key, code]): [string, string] => [
    String(code),
    cli.exitCodes[key as keyof typeof EXIT],
  ]);
  return `${section(cli.help.exitCodes, lines, bold)}\n`;
}
