import { existsSync } from 'node:fs';
import type { BinaryKey, Input } from '@shp/shared/api/index';
import { type Headings, SHEET_FORMATS, type SheetFormat } from '@shp/shared/domain/lib/sheetFormats';
import type { Api } from '../api/client.ts';
import { kebab } from '../command/command.ts';
import type { CommandContext } from '../command/context.ts';
import { Failure, UsageError } from '../lib/errors.ts';
import { formatFor } from '../lib/formats.ts';
import { write } from '../lib/streams.ts';
import { progress } from '../output/progress.ts';
import type { Received } from './headers.ts';
import type { Sink, Source, Watch } from './receive.ts';

/** The options of an export; `EXPORTING` has the flags. */
export type ExportOptions = {
  readonly output?: string | undefined;
  readonly format?: SheetFormat | undefined;
  readonly headings?: Headings | undefined;
  readonly manifest: boolean;
  readonly failIfEmpty: boolean;
  readonly shrinkAlarm?: string | undefined;
  readonly diff?: string | undefined;
};

/** Exports to the file of `-o`, or to standard output, in one of the formats. */
export async function runExport<K extends BinaryKey>(
  context: CommandContext,
  key: K,
  filter: Omit<Input<K>, 'format' | 'headings'>,
  options: ExportOptions,
  formats: readonly SheetFormat[] = SHEET_FORMATS,
): Promise<void> {
  const { cli } = context.texts;
  const file = options.output === '-' ? undefined : options.output;
  const isPiped = file === undefined && !context.streams.out.isTTY;
  const usual = isPiped && formats.includes('ndjson') ? 'ndjson' : 'xlsx';
  const format = formatFor(context.texts, { file, format: options.format }, formats, usual);
  const input = { ...filter, format, ...(options.headings ? { headings: options.headings } : {}) } as Input<K>;
  const source: Source = { key, input };
  const percent = options.shrinkAlarm === undefined ? null : percentOf(context, options.shrinkAlarm);
  const { isFilePath } = await import('../lib/userFile.ts');
  const isFile = file !== undefined && isFilePath(file);
  if (!isFile) {
    for (const flag of ['manifest', 'diff', 'shrinkAlarm'] as const) {
      if (options[flag]) throw new UsageError(cli.usage.needsFile(`--${kebab(flag)}`));
    }
  }
  if (file === undefined) {
    if (format === 'xlsx' && context.streams.out.isTTY) throw new UsageError(cli.usage.binaryOnTerminal);
  }
  const api = await context.api();
  if (isFile) return toFile(context, api, source, file, { ...options, percent });
  const rows = await toStream(context, api, source, options, file);
  context.note(cli.notes.exported(rows, file ?? null));
}

async function toFile(
  context: CommandContext,
  api: Api,
  source: Source,
  file: string,
  options: ExportOptions & { percent: number | null },
): Promise<void> {
  const [{ writeAtomicFile }, { receive }, manifests] = await Promise.all([
    import('./atomicFile.ts'),
    import('./receive.ts'),
    import('./manifest.ts'),
  ]);
  const time = options.manifest ? await manifests.serverTime(api) : null;
  const before = options.percent === null || !existsSync(file) ? null : await rowsOf(context, file, source);
  const { watch, end } = watching(context, options, (rows) => {
    if (before !== null && (before - rows) * 100 > before * (options.percent ?? 0)) {
      throw new Failure(context.texts.cli.errors.shrunk(before, rows));
    }
  });
  const fill = (sink: Sink) => receive(api, source, sink, watch, context.texts).finally(end);
  const then = (path: string, head: Received) => {
    if (time !== null) manifests.writeManifest(path, manifests.manifestOf(path, head, source.input, time));
  };
  const { rows } = await writeAtomicFile(file, fill, then, async (part, path) => {
    if (options.diff === undefined) return;
    const { writeDiff } = await import('./diff.ts');
    const to = `${path}.diff.ndjson`;
    context.note(
      context.texts.cli.notes.differences(
        to,
        await writeDiff({ old: options.diff, new: part, to }, source, context.texts),
      ),
    );
  });
  context.note(context.texts.cli.notes.exported(rows, file));
}

async function rowsOf(context: CommandContext, file: string, source: Source): Promise<number> {
  const { rowsInManifest } = await import('./manifest.ts');
  const rows = rowsInManifest(file);
  if (rows !== null) return rows;
  const { countRows } = await import('./diff.ts');
  return countRows(file, source, context.texts);
}

function percentOf(context: CommandContext, text: string): number {
  const percent = Number(/^(\d+(?:\.\d+)?)%?$/.exec(text.trim())?.[1] ?? Number.NaN);
  if (percent >= 0 && percent <= 100) return percent;
  throw new UsageError(context.texts.cli.usage.percent('--shrink-alarm'));
}

/** Exports to standard output, or to a named device or pipe. */
async function toStream(
  context: CommandContext,
  api: Api,
  source: Source,
  options: ExportOptions,
  name: string | undefined,
): Promise<number> {
  const [{ receive }, { open }] = await Promise.all([import('./receive.ts'), import('node:fs/promises')]);
  const device = name === undefined ? null : await open(name, 'w');
  const { watch, end } = watching(context, options);
  const sink: Sink = {
    write: (chunk) => (device ? device.writeFile(chunk) : write(context.streams.out, chunk)),
    restart: async () => false,
  };
  try {
    const { rows } = await receive(api, source, sink, watch, context.texts).finally(end);
    return rows;
  } finally {
    await device?.close();
  }
}

function watching(
  context: CommandContext,
  { failIfEmpty }: ExportOptions,
  judge: (rows: number) => void = () => {},
): { watch: Watch; end: () => void } {
  const bar = progress(context, context.command, 'bytes');
  const watch: Watch = {
    check({ rows }) {
      if (failIfEmpty && rows === 0) throw new Failure(context.texts.cli.errors.empty);
      judge(rows);
    },
    at: bar.at,
  };
  return { watch, end: bar.end };
}
