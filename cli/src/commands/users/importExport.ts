import type { Input } from '@shp/shared/api/index';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { OFFICE_FORMATS } from '@shp/shared/domain/lib/sheetFormats';
import { type AnyCommand, command, type Options, type OptionValues } from '../../command/command.ts';
import { UsageError } from '../../lib/errors.ts';
import { formatFor } from '../../lib/formats.ts';
import { write } from '../../lib/streams.ts';
import { runExport } from '../../transfer/export.ts';
import { EXPORTING } from '../flags/exportFlags.ts';
import { filterOptions, userFilter } from './filters.ts';

/** `shp <users> export`. */
export function exportUsers(kind: UserKind): AnyCommand {
  const filters = filterOptions(kind);
  return command({
    name: `${kind} export`,
    summary: ({ cli, common }) => cli.users.export(common.kinds[kind]),
    options: { ...filters, ...EXPORTING },
    examples: [`shp ${kind} export -o ${kind}.xlsx --manifest`, `shp ${kind} export --format ndjson | head`],
    async run({ options }, context) {
      const filter = { kind, ...(await userFilter(kind, filters, options, context.texts)) };
      await runExport(
        context,
        'GET user/export',
        filter as Input<'GET user/export'>,
        options as unknown as OptionValues<typeof EXPORTING>,
      );
    },
  });
}

/** `shp <users> import FILE`. */
export function importUsers(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} import`,
    summary: ({ cli, common }) => cli.users.import(common.kinds[kind]),
    args: [{ name: 'FILE' }],
    options: {
      dryRun: { kind: 'flag', help: ({ cli }) => cli.options.dryRun },
      concurrency: { kind: 'number', value: 'N', help: ({ cli }) => cli.options.concurrency },
      onDuplicate: {
        kind: 'text',
        value: 'WHAT',
        choices: ['skip', 'update', 'fail'],
        help: ({ cli }) => cli.options.onDuplicate,
      },
      report: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.options.report },
    },
    examples: [`shp ${kind} import ${kind}.xlsx --dry-run`, `shp ${kind} import ${kind}.xlsx --on-duplicate skip`],
    prints: true,
    async run({ args: [file], options }, context) {
      const { importFile } = await import('../../bulk/import/import.ts');
      const { dryRun, concurrency = 8, onDuplicate = 'fail', report } = options;
      if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 64) {
        throw new UsageError(context.texts.cli.usage.between('--concurrency', 1, 64));
      }
      const how = { dryRun, concurrency, onDuplicate };
      await importFile(context, kind, file, report === undefined ? how : { ...how, report });
    },
  });
}

const TEMPLATE = {
  format: { kind: 'text', value: 'FORMAT', choices: OFFICE_FORMATS, help: ({ cli }) => cli.options.templateFormat },
} as const satisfies Options;

/** `shp <users> template [FILE]`. */
export function templateOf(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} template`,
    summary: ({ cli }) => cli.users.template,
    args: [{ name: 'FILE', optional: true }],
    options: TEMPLATE,
    examples: [`shp ${kind} template ${kind}.xlsx`, `shp ${kind} template > ${kind}.csv`],
    async run({ args: [file], options }, context) {
      const format = formatFor(context.texts, { file, format: options.format }, OFFICE_FORMATS, 'csv');
      if (file === undefined && format === 'xlsx' && context.streams.out.isTTY) {
        throw new UsageError(context.texts.cli.usage.binaryOnTerminal);
      }
      const { encodeTemplate } = await import('@shp/shared/sheets/template');
      const chunks: Uint8Array[] = [];
      for await (const chunk of encodeTemplate(kind, format)) chunks.push(chunk);
      if (file === undefined || file === '-') return write(context.streams.out, Buffer.concat(chunks));
      const { writeFileSync } = await import('node:fs');
      writeFileSync(file, Buffer.concat(chunks), { flag: context.globals.yes ? 'w' : 'wx' });
      context.note(context.texts.cli.notes.written(file));
    },
  });
}
