import { builtFile } from '../lib/builtFile.ts';
import { langFrom } from '../lib/lang.ts';
import { processStreams, write } from '../lib/streams.ts';

/**
 * Prints a page of help that the build has made with `shp __built`, so that help loads neither texts nor commands.
 * False if the words have no page of their own, or if the program runs from its sources.
 */
export async function printBuiltPage(argv: readonly string[]): Promise<boolean> {
  const words = argv[0] === 'help' ? argv.slice(1) : argv.slice(0, -1);
  if (words.some((word) => word.startsWith('-'))) return false;
  const pages = await builtFile<Record<string, string>>(`help.${langFrom(undefined, process.env)}.json`);
  if (pages === null) return false;
  const page = Object.hasOwn(pages, words.join(' ')) ? pages[words.join(' ')] : undefined;
  if (page === undefined) return false;
  const { out, color } = processStreams(false);
  const shown = color && out.isTTY ? page : page.replace(BOLD, '');
  await write(out, out.isTTY ? (await import('../lib/wrap.ts')).foldLines(shown, out.columns) : shown);
  return true;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that switch bold on and off
const BOLD = /\u001b\[[01]m/g;
