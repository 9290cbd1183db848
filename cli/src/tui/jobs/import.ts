import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { importFile } from '../../bulk/import/import.ts';
import type { OnDuplicate } from '../../bulk/import/send.ts';
import type { CommandContext } from '../../command/context.ts';
import { shownPath } from '../../lib/userFile.ts';
import { commandLine, flags } from '../commands/commandLine.ts';
import type { Texts } from '../texts.ts';
import { JobContext } from './jobContext.ts';
import type { JobSpec } from './jobs.ts';

/** Runs the command's import as a job, with the same journal and report. */
export function importJob(
  context: CommandContext,
  kind: UserKind,
  file: string,
  onDuplicate: OnDuplicate,
  texts: Texts,
): JobSpec {
  return {
    title: ({ tui, common }) => tui.import.job(common.kinds[kind]),
    file: `${file}.report.csv`,
    counts: (counts, { acts }) => acts.imported.counts(counts),
    command: commandLine(kind, 'import', shownPath(file), ...flags({ onDuplicate })),
    async run(tools) {
      const own = new JobContext(context, texts, tools);
      const report = `${file}.report.csv`;
      try {
        await importFile(own, kind, file, { dryRun: false, concurrency: 8, onDuplicate, report });
      } finally {
        if (own.passwords > 0) tools.note(texts.acts.imported.passwords(own.passwords, shownPath(report)));
      }
    },
  };
}
