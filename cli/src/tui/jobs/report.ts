import { csv } from '@shp/shared/sheets/write/csv';
import type { Texts } from '../texts.ts';
import type { Job } from './jobs.ts';

/** What became of each object of a job, as a csv file that a spreadsheet opens. */
export function reportText(job: Job, { tui, common }: Texts): string {
  const headings = [tui.jobs.object, tui.jobs.result, tui.jobs.detail, common.fields.initialPassword];
  const text = csv({ name: '', columns: headings.map((heading) => ({ heading, type: 'text', width: 0 })) });
  const rows = job.outcomes.map(({ label, result, text: detail, secret }, place) =>
    text.row([label, tui.jobs.results[result], detail, secret ?? null], place),
  );
  return [text.start, ...rows].join('');
}
