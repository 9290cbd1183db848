import { HEADINGS, SHEET_FORMATS } from '@shp/shared/domain/lib/sheetFormats';
import type { Options } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import type { ExportOptions } from '../../transfer/export.ts';

/** The flags of every export. */
export const EXPORTING = {
  output: { kind: 'text', value: 'FILE', short: 'o', help: ({ cli }) => cli.options.output },
  format: {
    kind: 'text',
    value: 'FORMAT',
    choices: SHEET_FORMATS,
    help: ({ cli }) => cli.options.sheetFormat,
  },
  headings: { kind: 'text', value: 'HEADINGS', choices: HEADINGS, help: ({ cli }) => cli.options.headings },
  manifest: { kind: 'flag', help: ({ cli }) => cli.options.manifest },
  failIfEmpty: { kind: 'flag', help: ({ cli }) => cli.options.failIfEmpty },
  shrinkAlarm: { kind: 'text', value: '5%', help: ({ cli }) => cli.options.shrinkAlarm },
  diff: { kind: 'text', value: 'OLD', help: ({ cli }) => cli.options.diff },
} as const satisfies Options;

/** For lists with an `updatedSince` filter. */
export const SINCE = {
  since: { kind: 'text', value: 'FILE.json', help: ({ cli }) => cli.options.since },
} as const satisfies Options;

/** The filter of `--since`. @throws UsageError, Failure */
export async function sinceFilter(
  context: CommandContext,
  options: ExportOptions & { since?: string | undefined; updatedSince?: string | undefined },
): Promise<{ updatedSince?: string }> {
  const { since } = options;
  if (since === undefined) return {};
  const { cli } = context.texts;
  for (const [flag, given] of Object.entries({
    '--updated-since': options.updatedSince,
    '--diff': options.diff,
    '--shrink-alarm': options.shrinkAlarm,
  })) {
    if (given !== undefined) throw new UsageError(cli.usage.notBoth('--since', flag));
  }
  const { readManifest } = await import('../../transfer/manifest.ts');
  const manifest = readManifest(since);
  if (manifest === null) throw new Failure(cli.errors.noManifest(since));
  return { updatedSince: manifest.serverTime };
}
