import type { Texts } from '../texts.ts';

/** An action of this session with its equivalent command; null if no single command does the same. */
export type Done = { readonly at: Date; readonly command: string | null; title(texts: Texts): string };

/** The actions of this session, newest first. */
export class CommandLog {
  private done: readonly Done[] = [];
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly list = (): readonly Done[] => this.done;

  /** `title` stands for what has no command. */
  readonly add = (command: string | null, title: Done['title'] = () => ''): void => {
    this.done = [{ at: new Date(), command, title }, ...this.done];
    for (const listener of this.listeners) listener();
  };
}
