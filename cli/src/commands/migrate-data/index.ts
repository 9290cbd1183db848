import type { Moved } from '@shp/server/migrate-data/migrateData';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { dataDir } from '../../config/dirs.ts';
import { Failure, PartlyDone, UsageError } from '../../lib/errors.ts';
import { screenColumn } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';
import { progress } from '../../output/progress.ts';
import { createPrivately, DATA, withDataDirErrors } from '../flags/maintenanceFlags.ts';
import { postgresUrl, withStorageErrors } from '../flags/storageFlags.ts';

type Verified = Moved['tables'][number];

export const commands = [
  command({
    name: 'migrate-data',
    summary: ({ cli }) => cli.move.summary,
    options: {
      ...DATA,
      files: { kind: 'text', value: 'DIR', help: ({ cli }) => cli.move.files },
      toDatabase: { kind: 'text', value: 'URL', help: ({ cli }) => cli.move.toDatabase },
      toFiles: { kind: 'text', value: 'DIR|s3://BUCKET', help: ({ cli }) => cli.move.toFiles },
    },
    examples: [
      'shp migrate-data --data /srv/shp --to-database postgres://shp@db.example/shp --to-files s3://shp-files',
      'shp migrate-data --data /srv/shp --to-database postgres://shp@db.example/shp --to-files /mnt/shared/shp',
      'shp migrate-data --data /srv/shp --to-database postgres://shp@db.example/shp',
    ],
    prints: true,
    async run({ options }, context) {
      const { move, usage } = context.texts.cli;
      createPrivately();
      const data = dataDir(options.data);
      const toDatabase = postgresUrl(context, '--to-database', options.toDatabase ?? process.env.SHP_DATABASE_URL);
      const toFiles = options.toFiles ?? null;
      if (toDatabase === null) throw new UsageError(usage.missingFlags('--to-database'));
      const { moveInstallation } = await import('@shp/server/migrate-data/migrateData');
      const files = progress(context, { shown: move.filesOnTheWay, name: 'files' }, 'bytes');
      const tables = progress(context, { shown: move.tablesOnTheWay, name: 'tables' }, 'tables');
      const moved = await inMoveWords(context, () =>
        withStorageErrors(context, '--to-files', () =>
          withDataDirErrors(context, data, () =>
            moveInstallation(data, {
              files: options.files,
              toDatabase,
              toFiles,
              signal: context.signal,
              watchFiles: files.at,
              watchTables: tables.at,
            }).finally(() => [files, tables].map((bar) => bar.end())),
          ),
        ),
      );
      await printRows(context, viewOf(context), [moved.tables]);
      context.note(
        toFiles === null ? move.movedRows(moved.tables.length, data) : move.moved(moved.tables.length, moved.files),
      );
      if (moved.unsound.length > 0) throw new PartlyDone(move.unsound(moved.unsound.join(', ')));
    },
  }),
];

function viewOf({ dataTexts: texts }: CommandContext) {
  const { columns } = texts.cli.move;
  return {
    columns: [
      screenColumn<Verified>('table', columns.table, ({ table }) => table),
      screenColumn<Verified>('rows', columns.rows, ({ rows }) => rows, 'number'),
      screenColumn<Verified>('digest', columns.digest, ({ digest }) => digest),
    ],
    paths: ['table', 'rows', 'digest'],
    brief: ['table', 'rows'],
  };
}

/** Runs a move and explains its errors. @throws Failure */
async function inMoveWords<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
  const { move } = context.texts.cli;
  const { NotTheSame, OtherSchema, TargetNotEmpty } = await import('@shp/server/migrate-data/faults');
  return work().catch((error: unknown) => {
    if (error instanceof TargetNotEmpty) throw new Failure(move.notEmpty[error.place], move.notEmptyHint);
    if (error instanceof OtherSchema) throw new Failure(error.newer ? move.newer : move.older);
    if (error instanceof NotTheSame) throw new Failure(move.notTheSame(error.what), move.notTheSameHint);
    throw error;
  });
}
