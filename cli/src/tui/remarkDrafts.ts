import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir } from '@shp/server/os/ensureDir';
import type { Remark } from '@shp/shared/domain/assessment/remarks';
import { atomicWrite } from '../lib/atomicWrite.ts';

/** What a remark is about. */
export type RemarkPlace = Omit<Remark, 'text'>;
/** An assessment, as it is named wherever it has remarks that are not sent. */
export type Reviewed = { readonly id: string; readonly name: string };
/** What waits on an assessment. */
type Waiting = Reviewed & { readonly count: number };
type Owner = { readonly configDir: string; readonly server: string; readonly account: string };
/** The file of an assessment's remarks. Another account on the same server has its own. */
type Entry = {
  readonly server: string;
  readonly account: string;
  readonly assessment: Reviewed;
  readonly remarks: readonly Remark[];
};

/** The remarks that go with the return of an application; on disk until it is returned or they are removed. */
export class RemarkDrafts {
  private readonly drafts = new Map<string, Pick<Entry, 'assessment' | 'remarks'>>();
  /** The assessments whose remarks could not be written. */
  private readonly unwritten = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private version = 0;

  constructor(private readonly owner: Owner) {
    for (const name of namesIn(this.folder)) {
      const entry = readEntry(join(this.folder, name));
      if (entry !== null && this.isOwn(entry)) this.drafts.set(entry.assessment.id, entry);
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): number => this.version;

  of(assessment: string): readonly Remark[] {
    return this.drafts.get(assessment)?.remarks ?? [];
  }

  /** The assessments with remarks that are not sent. */
  all(): readonly Waiting[] {
    return [...this.drafts.values()].map(({ assessment, remarks }) => ({ ...assessment, count: remarks.length }));
  }

  /** Those of them whose remarks are on disk. */
  written(): readonly Waiting[] {
    return this.all().filter(({ id }) => !this.unwritten.has(id));
  }

  /** How many remarks are on disk. */
  countWritten(): number {
    return sumOf(this.written());
  }

  /** How many end with the program, because they could not be written. */
  countUnwritten(): number {
    return sumOf(this.all()) - this.countWritten();
  }

  /** Reads the remarks of an assessment again: another terminal of the same account may have changed them. */
  look(assessment: string): void {
    if (this.unwritten.has(assessment)) return;
    const entry = readEntry(this.fileOf(assessment));
    if (JSON.stringify(entry?.remarks ?? []) === JSON.stringify(this.of(assessment))) return;
    this.put(assessment, entry);
  }

  /** Keeps a remark in place of the one before; an empty text removes it. @throws if it cannot be written to disk */
  keep(assessment: Reviewed, remark: Remark): void {
    this.look(assessment.id);
    const others = this.of(assessment.id).filter((one) => !isAbout(one, remark));
    const remarks = remark.text.trim() === '' ? others : [...others, remark];
    if (remarks.length === 0) {
      this.clear(assessment.id);
      return;
    }
    this.put(assessment.id, { assessment, remarks });
    const { server, account } = this.owner;
    const entry: Entry = { server, account, assessment, remarks };
    this.unwritten.add(assessment.id);
    ensureDir(this.folder, 0o700);
    atomicWrite(this.fileOf(assessment.id), `${JSON.stringify(entry)}\n`, 0o600);
    this.unwritten.delete(assessment.id);
  }

  /** Forgets the remarks of an assessment: they are sent or given up. */
  clear(assessment: string): void {
    try {
      rmSync(this.fileOf(assessment), { force: true });
    } catch {
      // On a disk that cannot be written they come back at the next start, where they can be removed.
    }
    this.unwritten.delete(assessment);
    this.put(assessment, null);
  }

  private get folder(): string {
    return join(this.owner.configDir, 'remarks');
  }

  private fileOf(assessment: string): string {
    const { server, account } = this.owner;
    const name = createHash('sha256')
      .update(JSON.stringify([server, account, assessment]))
      .digest('hex');
    return join(this.folder, `${name.slice(0, 32)}.json`);
  }

  private isOwn({ server, account }: Entry): boolean {
    return server === this.owner.server && account === this.owner.account;
  }

  private put(assessment: string, draft: Pick<Entry, 'assessment' | 'remarks'> | null): void {
    if (draft === null) this.drafts.delete(assessment);
    else this.drafts.set(assessment, draft);
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}

/** Whether a remark is about a place. */
export function isAbout(remark: RemarkPlace, { part, field, serial, fileId }: RemarkPlace): boolean {
  return remark.part === part && remark.field === field && remark.serial === serial && remark.fileId === fileId;
}

function sumOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { count }) => sum + count, 0);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

function readEntry(path: string): Entry | null {
  try {
    const { server, account, assessment, remarks } = JSON.parse(readFileSync(path, 'utf8')) as Entry;
    const isWhole = typeof assessment.id === 'string' && Array.isArray(remarks);
    return isWhole ? { server, account, assessment, remarks } : null;
  } catch {
    return null;
  }
}
