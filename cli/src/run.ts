import { ApiError } from '@shp/shared/api/errors';
import { LANGS } from '@shp/shared/domain/lib/lang';
import type { AnyCommand, Options } from './command/command.ts';
import { CommandContext, type Globals } from './command/context.ts';
import { EXIT, endingOf } from './command/errors.ts';
import type { Parsed } from './command/parse.ts';
import { asksHelp, asksVersion, findCommand, locate, peek } from './command/router.ts';
import { NOUNS } from './commands/index.ts';
import { deleteSession } from './config/session.ts';
import { Interrupted, UsageError } from './lib/errors.ts';
import { HEADED_FORMATS } from './lib/formats.ts';
import { endProcess, markHungUp } from './lib/hangUp.ts';
import { langFrom } from './lib/lang.ts';
import { nonUtf8Locale, processStreams } from './lib/streams.ts';
import { loadTexts, type Texts } from './lib/texts.ts';
import { printError } from './output/printError.ts';

export { endProcess };

/** Runs one command line; returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const texts = await loadTexts(langFrom(peek(argv, '--lang'), process.env));
  const isRead = process.stdout.isTTY || process.stderr.isTTY;
  const fold = isRead ? (await import('./lib/wrap.ts')).foldLines : undefined;
  const streams = processStreams(argv.includes('--no-color'), fold);
  const stop = new AbortController();
  let name = '';
  let line = argv;
  let flags: Options | undefined;
  let context: CommandContext | null = null;
  try {
    line = asksVersion(argv) ? ['version'] : await unaliased(argv, texts);
    if (asksHelp(line)) return await help(locate(line).words, streams.out);
    const alone = locate(line).words.length === 0 && streams.in.isTTY && streams.out.isTTY;
    const named = await findCommand(NOUNS, line, texts);
    const found = named ?? (alone ? await findCommand(NOUNS, ['tui', ...line], texts) : null);
    if (found === null) return (await help([], streams.err)) || EXIT.usage;
    const { command } = found;
    ({ name, options: flags } = command);
    // The terminal UI's first frame does not wait for the parser.
    const bare = name === 'tui' && found.rest.length === 0;
    const { args, options, excess } = bare
      ? NOTHING
      : (await import('./command/parse.ts')).parse(command, found.rest, texts);
    if (excess.length > 0) throw await (await import('./command/excess.ts')).excessError(command, excess, texts);
    checkTimeout((options as Globals).timeout, texts);
    context = new CommandContext(
      name,
      options as Globals,
      texts,
      streams,
      stop.signal,
      await dataTexts(options, texts),
    );
    if (command.prints === true) checkOutput(context);
    if (!command.ownSignals) stopOnSignals(stop);
    const encoding = streams.err.isTTY ? nonUtf8Locale(process.env) : null;
    if (encoding !== null) context.note(texts.cli.notes.encoding(encoding));
    const { read, given } = await namedObjects(command, { args, options, excess }, context);
    if (context.globals.web && command.web) {
      const { openPage } = await import('./console/open.ts');
      await openPage(context, await command.web({ args: read, options: given }, context));
      return EXIT.done;
    }
    await command.run({ args: read, options: given }, context);
    return EXIT.done;
  } catch (thrown) {
    const error = stop.signal.aborted && !(thrown instanceof Interrupted) ? new Interrupted() : thrown;
    const refused = error instanceof ApiError && error.status === 401;
    if (refused && context && context.givenToken === undefined) await deleteSession(context, context.session?.token);
    const ending = endingOf(error, texts, flags, context?.tokenSource);
    printError(streams, name, ending, peek(line, '--format') === 'json');
    return ending.exit;
  }

  async function help(words: readonly string[], stream: NodeJS.WriteStream): Promise<number> {
    const { printHelp } = await import('./command/help.ts');
    await printHelp(NOUNS, words, texts, streams, stream);
    return EXIT.done;
  }
}

const NOTHING: Parsed = { args: [], options: {}, excess: [] };

/** Arguments and flags with ids in place of accounts, numbers and names. */
async function namedObjects(command: AnyCommand, { args, options }: Parsed, context: CommandContext) {
  if (args.length === 0 && options.expert === undefined) return { read: args, given: options };
  const { withFlagIds, withIds } = await import('./command/lookup.ts');
  return { read: await withIds(command, args, context), given: await withFlagIds(command, options, context) };
}

/** The texts in the language of `--headings`. */
async function dataTexts({ headings }: Readonly<Record<string, unknown>>, texts: Texts): Promise<Texts> {
  const lang = LANGS.find((one) => one === headings);
  return lang === undefined || lang === texts.lang ? texts : loadTexts(lang);
}

/** Refuses flags of output that do not go together. @throws UsageError */
function checkOutput({ globals, format, texts }: CommandContext): void {
  const { usage } = texts.cli;
  const { jq, template, web } = globals;
  const printing = (['format', 'headings', 'fields', 'jq', 'template'] as const).find(
    (flag) => globals[flag] !== undefined,
  );
  if (web && printing !== undefined) throw new UsageError(usage.notBoth('--web', `--${printing}`));
  if (jq !== undefined && template !== undefined) throw new UsageError(usage.notBoth('--jq', '--template'));
  const selecting = jq === undefined ? template && '--template' : '--jq';
  if (selecting && (globals.format ?? 'json') !== 'json') throw new UsageError(usage.jsonOnly(selecting));
  if (globals.headings !== undefined && (selecting || !HEADED_FORMATS.includes(format)))
    throw new UsageError(usage.headingsFor(HEADED_FORMATS.join(', ')));
}

/** The command line with the user's alias replaced; reads the configuration only if no command has this name. */
async function unaliased(argv: readonly string[], texts: Texts): Promise<readonly string[]> {
  const [noun] = locate(argv).words;
  if (noun === undefined || Object.hasOwn(NOUNS, noun)) return argv;
  const [{ expandAlias }, { readConfig }, { configDir }] = await Promise.all([
    import('./command/aliases.ts'),
    import('./config/config.ts'),
    import('./config/dirs.ts'),
  ]);
  return expandAlias(argv, readConfig(configDir()).aliases ?? {}, texts);
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort(new Interrupted());
    });
  }
  // A closing terminal sends it more than once, to the shell's session and to the foreground.
  process.on('SIGHUP', () => {
    markHungUp();
    stop.abort(new Interrupted());
  });
}
