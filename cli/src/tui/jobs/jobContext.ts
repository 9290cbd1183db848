import type { Api } from '../../api/client.ts';
import { CommandContext } from '../../command/context.ts';
import { formatCount } from '../format.ts';
import type { Texts } from '../texts.ts';
import type { JobTools } from './jobs.ts';

/** Runs a command's work as a job: notes and progress go to the job. */
export class JobContext extends CommandContext {
  /** How many initial passwords the work has made. */
  passwords = 0;

  constructor(
    base: CommandContext,
    private readonly uiTexts: Texts,
    private readonly tools: JobTools,
  ) {
    super(base.command, { ...base.globals, yes: true }, uiTexts, base.streams, tools.signal);
  }
  override readonly watch = (done: number, total: number): void => this.tools.at(done, total);
  /** Initial passwords stay in the report of the import. */
  override readonly onRow: NonNullable<CommandContext['onRow']> = ({ row, account, result, reason, made }) => {
    if (made) this.passwords += 1;
    const { row: label, results } = this.uiTexts.acts.imported;
    const outcome = result === 'failed' ? 'failed' : result === 'skipped' ? 'same' : 'done';
    const name = results[result as keyof typeof results] ?? '';
    this.tools.outcome({ label: label(row, account), result: outcome, text: reason || name });
  };
  override async api(): Promise<Api> {
    const { api, signal } = this.tools;
    // A download changes nothing: stopping the job ends it at once.
    return { ...api, open: (key, input, extra) => api.open(key, input, { signal, ...extra }) };
  }
  /** In the list of jobs a key continues the run, not the command. */
  override readonly goOn: NonNullable<CommandContext['goOn']> = (done, rows) =>
    this.uiTexts.acts.resumable.stoppedAt(formatCount(done), formatCount(rows));
  override note(line: string): void {
    this.tools.note(line);
  }
}
