import type { Lang } from '@shp/shared/domain/lib/lang';
import { UsageError } from '../lib/errors.ts';
import { paint, type Streams, styled, write } from '../lib/streams.ts';
import { loadTexts, loadTopics, type Texts } from '../lib/texts.ts';
import { foldLines, wrap } from '../lib/wrap.ts';
import { type AnyCommand, type Arg, kebab, type Option, type Options } from './command.ts';
import { EXIT } from './errors.ts';
import { GLOBALS, optionsOf, PRINTING, shownOptions } from './globalFlags.ts';
import { allCommands, commandsOf, GROUPS, type Registry } from './registry.ts';
import { suggest } from './suggest.ts';

/** What help explains besides the commands. */
const TOPICS = ['flags', 'environment', 'formatting', 'exit-codes'];

/** Prints the overview, or help on a noun, a command or a topic. @throws UsageError */
export async function printHelp(
  registry: Registry,
  words: readonly string[],
  texts: Texts,
  streams: Streams,
  stream: NodeJS.WriteStream,
): Promise<void> {
  const text = await pageOf(registry, words, texts, (title) => paint(streams, stream, 'bold', title));
  await write(stream, stream.isTTY ? foldLines(text, stream.columns) : text);
}

/** The pages of all topics, nouns and commands by their words, in both languages, with headings in bold. */
export async function allPages(registry: Registry): Promise<Record<Lang, Record<string, string>>> {
  const names = (await allCommands(registry)).map(({ name }) => name);
  const topics = [...new Set(['', ...TOPICS, ...Object.keys(registry), ...names])];
  const pages = async (lang: Lang) => {
    const texts = await loadTexts(lang);
    const page = (words: string) =>
      pageOf(registry, words.split(' ').filter(Boolean), texts, (title) => styled('bold', title));
    return Object.fromEntries(await Promise.all(topics.map(async (words) => [words, await page(words)])));
  };
  const [zh, en] = await Promise.all([pages('zh'), pages('en')]);
  return { zh, en };
}

/** @throws UsageError for an unknown noun */
async function pageOf(registry: Registry, words: readonly string[], texts: Texts, bold: Bold): Promise<string> {
  const [noun, verb, more] = words;
  if (noun === undefined) return overview(registry, texts, bold);
  if (noun === 'flags') return `${section(texts.cli.help.global, rows(GLOBALS, texts), bold)}\n`;
  if (noun === 'environment') return environment(texts, bold);
  if (noun === 'formatting') return formatting(texts, bold);
  if (noun === 'exit-codes') return exitCodes(texts, bold);
  const commands = await commandsOf(registry, noun);
  if (commands === null) {
    const like = await suggest(noun, [...Object.keys(registry), ...TOPICS]);
    throw new UsageError(texts.cli.usage.unknownCommand(noun, like), texts.cli.hints.help(''));
  }
  const named = (name: string) => commands.find((one) => one.name === name);
  const one = named(`${noun} ${verb} ${more}`) ?? named(`${noun} ${verb}`) ?? named(noun);
  if (!one) return list(noun, commands, texts, bold);
  const others = one.name === noun ? commands.filter((other) => other !== one) : [];
  return page(one, others, texts, bold);
}

/** The columns of a line of help, and those of a text beside long flags at least. */
const [LINE, TEXT_LEAST] = [80, 30];

type Bold = (text: string) => string;

function overview(registry: Registry, texts: Texts, bold: Bold): string {
  const { cli, common } = texts;
  const nouns = Object.keys(registry) as (keyof Registry)[];
  const width = Math.max(...nouns.map((noun) => noun.length));
  const groups = GROUPS.map((group) => {
    const lines = nouns
      .filter((noun) => registry[noun][0] === group)
      .map((noun): [string, string] => [noun, cli.nouns[noun]]);
    return section(cli.help.groups[group], lines, bold, width);
  });
  const parts = [
    wrap(common.title, LINE).join('\n'),
    `${bold(cli.help.usage)}  shp ${cli.help.command} [${cli.help.flags}]`,
    ...groups,
    wrap(cli.help.more, LINE).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function list(noun: string, commands: readonly AnyCommand[], texts: Texts, bold: Bold): string {
  const { cli } = texts;
  const lines = commands.map((one) => summaryLine(one, texts));
  const about = cli.nouns[noun as keyof typeof cli.nouns];
  return `${[about, section(cli.help.commands, lines, bold), cli.hints.help(`${noun} VERB`)].join('\n\n')}\n`;
}

function summaryLine({ name, summary }: AnyCommand, texts: Texts): [string, string] {
  return [`shp ${name}`, summary(texts)];
}

function page(command: AnyCommand, others: readonly AnyCommand[], texts: Texts, bold: Bold): string {
  const { cli } = texts;
  const own = Object.fromEntries(
    Object.entries(shownOptions(optionsOf(command))).filter(([key]) => !Object.hasOwn(GLOBALS, key)),
  );
  const words = ['shp', command.name, ...command.args.map(argText)].join(' ');
  const parts = [
    command.summary(texts),
    `${bold(cli.help.usage)}  ${words} [${cli.help.flags}]`,
    ...(Object.keys(own).length > 0 ? [section(cli.help.own, rows(own, texts), bold)] : []),
    examplesOf(command.examples, texts, bold),
    ...(others.length > 0
      ? [
          section(
            cli.help.commands,
            others.map((other) => summaryLine(other, texts)),
            bold,
          ),
        ]
      : []),
  ];
  return `${[...parts, cli.help.globalElsewhere].join('\n\n')}\n`;
}

function argText({ name, many, optional, choices }: Arg): string {
  const text = `${choices ? choices.join('|') : name}${many ? '...' : ''}`;
  return optional ? `[${text}]` : text;
}

function rows(options: Options, texts: Texts): [string, string][] {
  return Object.entries(options).map(([key, option]) => [flagText(key, option), helpText(option, texts)]);
}

function flagText(key: string, option: Option): string {
  const short = option.short ? `-${option.short}, ` : '';
  const long = `${short}--${kebab(key)}`;
  if (option.kind === 'flag') return long;
  return option.kind === 'maybe' ? `${long}[=${option.value}]` : `${long} ${option.value}`;
}

function helpText(option: Option, texts: Texts): string {
  const choices = 'choices' in option && option.choices ? texts.common.marks.brackets(option.choices.join(', ')) : '';
  return `${option.help(texts)}${choices}`;
}

function section(
  title: string,
  lines: readonly [string, string][],
  bold: Bold,
  width = Math.max(...lines.map(([left]) => left.length)),
): string {
  const room = Math.max(TEXT_LEAST, LINE - width - 4);
  const below = `\n${' '.repeat(width + 4)}`;
  return [
    bold(title),
    ...lines.map(([left, right]) => `  ${left.padEnd(width)}  ${wrap(right, room).join(below)}`),
  ].join('\n');
}

async function exitCodes({ lang }: Texts, bold: Bold): Promise<string> {
  const topics = await loadTopics(lang);
  const lines = Object.entries(EXIT).map(([key, code]): [string, string] => [
    String(code),
    topics.exitCodes[key as keyof typeof EXIT],
  ]);
  return `${section(topics.exitCodesTitle, lines, bold)}\n`;
}

async function environment({ lang }: Texts, bold: Bold): Promise<string> {
  const topics = await loadTopics(lang);
  const lines = Object.entries(topics.environment);
  return `${section(topics.environmentTitle, lines, bold)}\n\n${topics.environmentNote}\n`;
}

async function formatting(texts: Texts, bold: Bold): Promise<string> {
  const topics = await loadTopics(texts.lang);
  const parts = [
    section(topics.formatsTitle, Object.entries(topics.formats), bold),
    topics.formatsNote,
    section(texts.cli.help.own, rows(PRINTING, texts), bold),
    examplesOf(FORMATTING_EXAMPLES, texts, bold),
  ];
  return `${parts.join('\n\n')}\n`;
}

const FORMATTING_EXAMPLES = [
  'shp stations list --all --fields account,name,capacity --format csv',
  'shp stations list --format tsv --headings none | cut -f1',
  "shp assessments list --format json --jq '.[] | select(.level == 2) | .number'",
  "shp assessments list --template '{{number}} {{station.name}}'",
];

function examplesOf(examples: readonly string[], { cli }: Texts, bold: Bold): string {
  return [bold(cli.help.examples), ...examples.map((example) => `  ${example}`)].join('\n');
}
