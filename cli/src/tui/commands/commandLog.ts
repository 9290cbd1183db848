/** What was done in this session, as the command that does the same. */
export type Done = { readonly at: Date; readonly command: string };

/** The commands equal to what was done in this session, the newest first. */
export class CommandLog {
  private done: readonly Done[] = [];
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly list = (): readonly Done[] => this.done;

  /** Null, where no command does the same, is not kept. */
  readonly add = (command: string | null | undefined): void => {
    if (!command) return;
    this.done = [{ at: new Date(), command }, ...this.done];
    for (const listener of this.listeners) listener();
  };
}
