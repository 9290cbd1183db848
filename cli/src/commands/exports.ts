import type { BinaryKey, Input } from '@shp/shared/api/index';
import type { SheetFormat } from '@shp/shared/sheets/encode';
import type { Api } from '../api/client.ts';
import type { Options, OptionValues } from '../core/command.ts';
import type { Shp } from '../core/context.ts';
import { Failure, UsageError } from '../core/errors.ts';
import type { Sink, Source, Watch } from '../download/receive.ts';
import { bytes, progress } from '../output/progress.ts';
import { write } from '../output/streams.ts';

/** The forms of an export; written out, because the list beside the encoders would load them. */
const SHEETS = ['xlsx', 'csv', 'ndjson'] as const satisfies readonly SheetFormat[];

/** The flags of every export. */
export const EXPORTING = {
  output: { kind: 'text', value: 'FILE', short: 'o', help: ({ cli }) => cli.options.output },
  format: {
    kind: 'text',
    value: 'FORMAT',
    choices: SHEETS,
    help: ({ cli }) => cli.options.sheetFormat,
  },
  headings: { kind: 'text', value: 'HEADINGS', choices: ['zh', 'en', 'keys'], help: ({ cli }) => cli.options.headings },
  manifest: { kind: 'flag', help: ({ cli }) => cli.options.manifest },
  failIfEmpty: { kind: 'flag', help: ({ cli }) => cli.options.failIfEmpty },
} as const satisfies Options;

/** Receives an export into the file of `-o`, or to standard output. */
export async function runExport<K extends BinaryKey>(
  shp: Shp,
  key: K,
  filter: Omit<Input<K>, 'format' | 'headings'>,
  options: OptionValues<typeof EXPORTING>,
): Promise<void> {
  const { cli } = shp.texts;
  const file = options.output === '-' ? undefined : options.output;
  const format = options.format ?? formatByName(file) ?? 'xlsx';
  const input = { ...filter, format, ...(options.headings ? { headings: options.headings } : {}) } as Input<K>;
  const source: Source = { key, input };
  if (file === undefined) {
    if (options.manifest) throw new UsageError(cli.usage.needsFile('--manifest'));
    if (format === 'xlsx' && shp.streams.out.isTTY) throw new UsageError(cli.usage.binaryOnTerminal);
  }
  const api = await shp.api();
  const { isFilePath } = await import('../download/toFile.ts');
  if (file !== undefined && isFilePath(file)) return toFile(shp, api, source, file, options);
  const rows = await toStream(shp, api, source, options, file);
  shp.note(cli.notes.exported(rows, file ?? null));
}

async function toFile(
  shp: Shp,
  api: Api,
  source: Source,
  file: string,
  options: OptionValues<typeof EXPORTING>,
): Promise<void> {
  const [{ fillFile }, { receive }, manifests] = await Promise.all([
    import('../download/toFile.ts'),
    import('../download/receive.ts'),
    import('../download/manifest.ts'),
  ]);
  const time = options.manifest ? await manifests.serverTime(api) : null;
  const { watch, end } = watching(shp, options);
  const fill = (sink: Sink) => receive(api, source, sink, watch, shp.texts).finally(end);
  const { rows } = await fillFile(file, fill, (path, head) => {
    if (time !== null) manifests.writeManifest(path, manifests.manifestOf(path, head, source.input, time));
  });
  shp.note(shp.texts.cli.notes.exported(rows, file));
}

/** To standard output, or to a device or a pipe that has a name. */
async function toStream(
  shp: Shp,
  api: Api,
  source: Source,
  options: OptionValues<typeof EXPORTING>,
  name: string | undefined,
): Promise<number> {
  const [{ receive }, { open }] = await Promise.all([import('../download/receive.ts'), import('node:fs/promises')]);
  const device = name === undefined ? null : await open(name, 'w');
  const { watch, end } = watching(shp, options);
  const sink: Sink = {
    write: (chunk) => (device ? device.writeFile(chunk) : write(shp.streams.out, chunk)),
    restart: async () => false,
  };
  const { rows } = await receive(api, source, sink, watch, shp.texts).finally(end);
  await device?.close();
  return rows;
}

function watching(shp: Shp, { failIfEmpty }: OptionValues<typeof EXPORTING>): { watch: Watch; end: () => void } {
  const bar = progress(shp, shp.command, bytes);
  const watch: Watch = {
    check({ rows }) {
      if (failIfEmpty && rows === 0) throw new Failure(shp.texts.cli.errors.empty);
    },
    at: bar.at,
  };
  return { watch, end: bar.end };
}

function formatByName(file: string | undefined): SheetFormat | undefined {
  const ending = file?.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return SHEETS.find((format) => format === ending);
}
