import { ApiError } from '@shp/shared/api/errors';
import { forgetSession } from './config/keptSession.ts';
import type { Options } from './core/command.ts';
import { type Globals, Shp } from './core/context.ts';
import { Interrupted } from './core/errors.ts';
import { findCommand } from './core/find.ts';
import { asksHelp, locate, peek } from './core/locate.ts';
import { langFrom, loadTexts } from './core/texts.ts';
import { otherEncoding } from './output/encoding.ts';
import { EXIT, endingOf } from './output/exit.ts';
import { processStreams } from './output/streams.ts';
import { tell } from './output/tell.ts';

/** Runs one command line to its end; answers the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const texts = await loadTexts(langFrom(peek(argv, '--lang'), process.env));
  const streams = processStreams(argv.includes('--no-color'));
  const stop = new AbortController();
  let name = '';
  let flags: Options | undefined;
  let shp: Shp | null = null;
  try {
    if (asksHelp(argv)) return await help(locate(argv).words, streams.out);
    const alone = locate(argv).words.length === 0 && streams.in.isTTY && streams.out.isTTY;
    const found = await findCommand(alone ? ['tui', ...argv] : argv, texts);
    if (found === null) return (await help([], streams.err)) || EXIT.usage;
    const { command } = found;
    ({ name, options: flags } = command);
    const { parse } = await import('./core/parse.ts');
    const { args, options } = parse(command, found.rest, texts);
    shp = new Shp(name, options as Globals, texts, streams, stop.signal);
    if (!command.ownSignals) stopOnSignals(stop);
    const encoding = streams.err.isTTY ? otherEncoding(process.env) : null;
    if (encoding !== null) shp.note(texts.cli.notes.encoding(encoding));
    const read = args.length === 0 ? args : await (await import('./core/numbers.ts')).withIds(command, args, shp);
    await command.run({ args: read, options }, shp);
    return EXIT.done;
  } catch (thrown) {
    const error = stop.signal.aborted && !(thrown instanceof Interrupted) ? new Interrupted() : thrown;
    const refused = error instanceof ApiError && error.status === 401;
    if (refused && shp && shp.givenToken === undefined) await forgetSession(shp, shp.session?.token);
    const ending = endingOf(error, texts, flags);
    tell(streams, name, ending, peek(argv, '--format') === 'json');
    return ending.exit;
  }

  async function help(words: readonly string[], stream: NodeJS.WriteStream): Promise<number> {
    const { printHelp } = await import('./output/help.ts');
    await printHelp(words, texts, streams, stream);
    return EXIT.done;
  }
}

/** The first Ctrl-C ends what runs in good order, the second at once. */
function stopOnSignals(stop: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort(new Interrupted());
    });
  }
}
