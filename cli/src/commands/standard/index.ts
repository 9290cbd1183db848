import type { Input, Output } from '@shp/shared/api/index';
import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Standard } from '@shp/shared/domain/standard/standard';
import { STANDARD_COLUMNS, type StandardRow, standardRows } from '@shp/shared/sheets/standard';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { withWordInNotFound } from '../../command/lookup.ts';
import { readJson } from '../../command/stdin.ts';
import { UsageError } from '../../lib/errors.ts';
import { formatFor } from '../../lib/formats.ts';
import { write } from '../../lib/streams.ts';
import type { Texts } from '../../lib/texts.ts';
import { readUserFile } from '../../lib/userFile.ts';
import { screenColumn, type View, worded } from '../../output/columns.ts';
import { printObject, printRows } from '../../output/print.ts';
import type { Sink } from '../../transfer/receive.ts';
import { present } from '../flags/pagingFlags.ts';

type Version = Output<'GET standard/versions'>[number];

function versionView({ cli, common }: Texts): View<Version> {
  const { version, title, current, importedAt, used } = cli.standard.columns;
  return {
    columns: [
      screenColumn('version', version, (row) => row.version, 'code'),
      screenColumn('title', title, (row) => row.title),
      worded('current', current, (row) => (row.current ? common.yes : '')),
      screenColumn('importedAt', importedAt, (row) => row.importedAt, 'time'),
      screenColumn('used', used, (row) => row.used, 'number'),
    ],
    paths: ['version', 'title', 'current', 'importedAt', 'used'],
  };
}

const ROWS: View<StandardRow> = {
  columns: STANDARD_COLUMNS,
  brief: ['serial', 'title', 'content', 'score', 'mayBeMissing'],
  paths: STANDARD_COLUMNS.map(({ key }) => key),
};
/** A row as its reader sees it: the texts of the brief columns in the reader's language. */
function wordedIn(lang: Lang, row: StandardRow): StandardRow {
  if (lang !== 'en') return row;
  const { title, titleEn, content, contentEn } = row;
  return { ...row, title: titleEn || title, content: contentEn || content };
}

const VERSION = { name: 'VERSION', optional: true } as const;

const FORMATS = ['xlsx', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** Downloads a version of the standard; the current one by default. */
async function receiveStandard(
  context: CommandContext,
  version: string | undefined,
  format: Format,
  sink: Sink,
): Promise<void> {
  const { receive } = await import('../../transfer/receive.ts');
  const input = { ...present({ version }), format } as Input<'GET standard/export'>;
  const source = { key: 'GET standard/export', input, kind: 'file' } as const;
  const work = receive(await context.api(), source, sink, { check() {}, at() {} }, context.texts);
  await (version === undefined ? work : withWordInNotFound(context, version, work));
}

export const commands = [
  command({
    name: 'standard list',
    summary: ({ cli }) => cli.standard.list,
    examples: ['shp standard list'],
    prints: true,
    web: () => ({ path: '/profile', query: { tab: 'standards' } }),
    async run(_input, context) {
      const api = await context.api();
      await printRows(context, versionView(context.dataTexts), [await api.call('GET standard/versions', {})]);
    },
  }),
  command({
    name: 'standard show',
    summary: ({ cli }) => cli.standard.show,
    args: [VERSION],
    examples: ['shp standard show', 'shp standard show VERSION --format csv'],
    prints: true,
    web: () => ({ path: '/profile', query: { tab: 'standards' } }),
    async run({ args: [version] }, context) {
      let chunks: Buffer[] = [];
      await receiveStandard(context, version, 'json', {
        async write(chunk) {
          chunks.push(chunk);
        },
        async restart() {
          chunks = [];
          return true;
        },
      });
      const standard = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Standard;
      const rows = standardRows(standard);
      const { lang } = context.dataTexts;
      await printRows(context, ROWS, [context.format === 'table' ? rows.map((row) => wordedIn(lang, row)) : rows]);
    },
  }),
  command({
    name: 'standard export',
    summary: ({ cli }) => cli.standard.export,
    args: [VERSION],
    options: {
      output: { kind: 'text', value: 'FILE', short: 'o', help: ({ cli }) => cli.options.output },
      format: { kind: 'text', value: 'FORMAT', choices: FORMATS, help: ({ cli }) => cli.options.sheetFormat },
    },
    examples: ['shp standard export -o standard.xlsx', 'shp standard export VERSION --format json > standard.json'],
    async run({ args: [version], options }, context) {
      const file = options.output === '-' ? undefined : options.output;
      const usual = file === undefined && !context.streams.out.isTTY ? 'json' : 'xlsx';
      const format = formatFor(context.texts, { file, format: options.format }, FORMATS, usual);
      if (file === undefined) {
        if (format === 'xlsx' && context.streams.out.isTTY)
          throw new UsageError(context.texts.cli.usage.binaryOnTerminal);
        const out = { write: (chunk: Buffer) => write(context.streams.out, chunk), restart: async () => false };
        return receiveStandard(context, version, format, out);
      }
      const { writeAtomicFile } = await import('../../transfer/atomicFile.ts');
      await writeAtomicFile(
        file,
        (sink) => receiveStandard(context, version, format, sink),
        () => {},
      );
      context.note(context.texts.cli.notes.written(file));
    },
  }),
  command({
    name: 'standard import',
    summary: ({ cli }) => cli.standard.import,
    args: [{ name: 'FILE' }],
    examples: ['shp standard import standard.xlsx', 'shp standard import standard.json'],
    prints: true,
    async run({ args: [file] }, context) {
      const input = /\.xlsx$/i.test(file)
        ? { sheet: new Uint8Array(readUserFile(file)) }
        : await readJson(context, file);
      const api = await context.api();
      await printObject(context, versionView(context.dataTexts), await api.call('POST standard/import', input));
    },
  }),
  command({
    name: 'standard use',
    summary: ({ cli }) => cli.standard.use,
    args: [{ name: 'VERSION' }],
    examples: ['shp standard use VERSION'],
    prints: true,
    async run({ args: [version] }, context) {
      const api = await context.api();
      const used = await withWordInNotFound(context, version, api.call('POST standard/use', { version }));
      await printObject(context, versionView(context.dataTexts), used);
    },
  }),
];
