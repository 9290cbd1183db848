import type { Remark } from '@shp/shared/domain/assessment/remarks';

/** What a remark is about. */
export type RemarkPlace = Omit<Remark, 'text'>;

/** The remarks that go with the return of an application, until it is returned. */
export class RemarkDrafts {
  private readonly drafts = new Map<string, readonly Remark[]>();
  private readonly listeners = new Set<() => void>();
  private version = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): number => this.version;

  of(assessment: string): readonly Remark[] {
    return this.drafts.get(assessment) ?? [];
  }

  /** How many remarks are not sent. */
  count(): number {
    return [...this.drafts.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Keeps a remark in place of the one before; an empty text removes it. */
  keep(assessment: string, remark: Remark): void {
    const others = this.of(assessment).filter((one) => !isAbout(one, remark));
    this.put(assessment, remark.text.trim() === '' ? others : [...others, remark]);
  }

  clear(assessment: string): void {
    this.put(assessment, []);
  }

  private put(assessment: string, remarks: readonly Remark[]): void {
    this.drafts.set(assessment, remarks);
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}

/** Whether a remark is about a place. */
export function isAbout(remark: RemarkPlace, { part, field, serial, fileId }: RemarkPlace): boolean {
  return remark.part === part && remark.field === field && remark.serial === serial && remark.fileId === fileId;
}
