import { ApiError } from '@shp/shared/api/errors';
import { LANGS } from '@shp/shared/domain/lib/lang';
import type { Options } from './command/command.ts';
import { CommandContext, type Globals } from './command/context.ts';
import { EXIT, endingOf } from './command/errors.ts';
import { asksHelp, asksVersion, findCommand, locate, peek } from './command/router.ts';
import { NOUNS } from './commands/index.ts';
import { forgetSession } from './config/session.ts';
import { Interrupted, UsageError } from './lib/errors.ts';
import { HEADED_FORMATS } from './lib/formats.ts';
import { otherEncoding, processStreams } from './lib/streams.ts';
import { langFrom, loadTexts, type Texts } from './lib/texts.ts';
import { printError } from './output/printError.ts';

/** Runs one command line; returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const texts = await loadTexts(langFrom(peek(argv, '--lang'), process.env));
  const streams = processStreams(argv.includes('--no-color'));
  const stop = new AbortController();
  let name = '';
  let flags: Options | undefined;
  let context: CommandContext | null = null;
  try {
    if (asksHelp(argv)) return await help(locate(argv).words, streams.out);
    const line = asksVersion(argv) ? ['version'] : argv;
    const alone = locate(line).words.length === 0 && streams.in.isTTY && streams.out.isTTY;
    const named = await findCommand(NOUNS, line, texts);
    const found = named ?? (alone ? await findCommand(NOUNS, ['tui', ...line], texts) : null);
    if (found === null) return (await help([], streams.err)) || EXIT.usage;
    const { command } = found;
    ({ name, options: flags } = command);
    const { parse } = await import('./command/parse.ts');
    const { args, options } = parse(command, found.rest, texts);
    checkTimeout((options as Globals).timeout, texts);
    context = new CommandContext(
      name,
      options as Globals,
      texts,
      streams,
      stop.signal,
      await dataTexts(options, texts),
    );
    if (command.prints === true) checkHeadings(context);
    if (!command.ownSignals) stopOnSignals(stop);
    const encoding = streams.err.isTTY ? otherEncoding(process.env) : null;
    if (encoding !== null) context.note(texts.cli.notes.encoding(encoding));
    const read = args.length === 0 ? args : await (await import('./command/lookup.ts')).withIds(command, args, context);
    await command.run({ args: read, options }, context);
    return EXIT.done;
  } catch (thrown) {
    const error = stop.signal.aborted && !(thrown instanceof Interrupted) ? new Interrupted() : thrown;
    const refused = error instanceof ApiError && error.status === 401;
    if (refused && context && context.givenToken === undefined) await forgetSession(context, context.session?.token);
    const ending = endingOf(error, texts, flags, context?.tokenSource);
    printError(streams, name, ending, peek(argv, '--format') === 'json');
    return ending.exit;
  }

  async function help(words: readonly string[], stream: NodeJS.WriteStream): Promise<number> {
    const { printHelp } = await import('./command/help.ts');
    await printHelp(NOUNS, words, texts, streams, stream);
    return EXIT.done;
  }
}

/** The texts in the language of `--headings`. */
async function dataTexts({ headings }: Readonly<Record<string, unknown>>, texts: Texts): Promise<Texts> {
  const lang = LANGS.find((one) => one === headings);
  return lang === undefined || lang === texts.lang ? texts : loadTexts(lang);
}

/** Refuses `--headings` for a format without a heading row. @throws UsageError */
function checkHeadings(context: CommandContext): void {
  if (context.globals.headings === undefined || HEADED_FORMATS.includes(context.format)) return;
  throw new UsageError(context.texts.cli.usage.headingsFor(HEADED_FORMATS.join(', ')));
}

/** Longer than any response takes, and short enough for a timer. */
const TIMEOUT_MOST = 86_400;

function checkTimeout(seconds: number | undefined, { cli }: Texts): void {
  if (seconds !== undefined && !(seconds > 0 && seconds <= TIMEOUT_MOST)) {
    throw new UsageError(cli.usage.seconds('--timeout', TIMEOUT_MOST));
  }
}

/** The first Ctrl-C stops the command in good order, the second at once. */
function stopOnSignals(stop: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort(new Interrupted());
    });
  }
}
