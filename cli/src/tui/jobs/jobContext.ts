import type { Api } from '../../api/client.ts';
import { CommandContext } from '../../command/context.ts';
import type { Texts } from '../texts.ts';
import type { JobTools } from './jobs.ts';

/** Runs a command's work as a job: notes and progress go to the job. */
export class JobContext extends CommandContext {
  constructor(
    base: CommandContext,
    texts: Texts,
    private readonly tools: JobTools,
  ) {
    super(base.command, { ...base.globals, yes: true }, texts, base.streams, tools.signal);
  }
  override readonly watch = (done: number, total: number): void => this.tools.at(done, total);
  override async api(): Promise<Api> {
    return this.tools.api;
  }
  override note(line: string): void {
    this.tools.note(line);
  }
}
