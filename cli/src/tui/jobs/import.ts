import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { Shp } from '../../core/context.ts';
import { importFile } from '../../import/run.ts';
import type { OnDuplicate } from '../../import/send.ts';
import type { Texts } from '../texts.ts';
import type { JobSpec } from './jobs.ts';
import { QuietShp } from './quietShp.ts';

/** The import of the command line, behind the screens: the same journal, the same report. */
export function importJob(shp: Shp, kind: UserKind, file: string, onDuplicate: OnDuplicate, texts: Texts): JobSpec {
  return {
    title: ({ tui, common }) => tui.import.job(common.kinds[kind]),
    run: (tools) =>
      importFile(new QuietShp(shp, texts, tools), kind, file, { dryRun: false, concurrency: 8, onDuplicate }),
  };
}
