import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Format, Headings } from '@shp/shared/api/schemas';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { dayOf, HOUR } from '@shp/shared/domain/lib/days';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { headingsOf, SHEET_TYPES } from '@shp/shared/domain/lib/sheetFormats';
import { checkFilter, type WireFilter } from '../assessments/list.ts';
import { readInPieces } from '../files/blobs/readRange.ts';
import type { WireFilter as FindingWireFilter } from '../findings/view.ts';
import type { Download } from '../http/download.ts';
import { HttpError } from '../httpError.ts';
import { ConcurrencyLimit } from '../overload/concurrencyLimit.ts';
import type { Place } from '../store/db/types.ts';
import type { UserFilter } from '../store/lists/users.ts';
import { findUser } from '../store/repositories/users.ts';
import type { Caller, Write } from '../types.ts';

/** What to export: a list and its filter. The default scope is the caller's. */
export type ExportJob =
  | { readonly list: UserKind; readonly filter: UserFilter }
  | { readonly list: 'assessments'; readonly filter: WireFilter; readonly scope?: Scope }
  | { readonly list: 'findings'; readonly filter: FindingWireFilter };

/** The message that gives an export to the worker. */
export type ExportTask = {
  readonly id: number;
  readonly job: ExportJob;
  readonly scope: Scope;
  readonly viewer: Pick<Caller, 'id' | 'role' | 'division' | 'duties'>;
  readonly file: string;
  readonly format: Format;
  readonly headings: Headings;
  readonly lang: Lang;
};
export type ExportDone = { readonly id: number; readonly rows: number; readonly size: number; readonly digest: string };
/** A finished file of an export. */
type Made = Pick<ExportDone, 'rows' | 'size' | 'digest'> & { readonly path: string };
export type ExportFailed = {
  readonly id: number;
  readonly error: { message: string; stack: string | undefined; code: string | undefined };
};

const TYPES: Record<Format, string> = {
  xlsx: SHEET_TYPES.xlsx,
  csv: `${SHEET_TYPES.csv}; charset=utf-8`,
  ndjson: `${SHEET_TYPES.ndjson}; charset=utf-8`,
};

/**
 * Enough for the names of several hundred thousand stations. Without a limit the worker would not collect its garbage.
 */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

/** Exports in progress per account. The worker makes one at a time, and other accounts wait too. */
const MAX_PARALLEL_EXPORTS = 4;
const RETRY_SECONDS = 5;

/** Exports in progress for all accounts; the next one gets 503. */
const MAX_WAITING = 16;
const KEEP_MS = HOUR;
/** Number and bytes of stored finished files; above either limit the oldest files are deleted early. */
const MAX_FILES = 200;
const MAX_BYTES = 1 << 30;
const IDLE_MS = 60_000;

/** What an export reads from the request. */
type ExportRequest = {
  readonly call: string;
  readonly caller: Caller;
  readonly lang: Lang;
  readonly now: string;
  readonly ifRange: string | null;
  write(work: (write: Write) => Promise<void>): Promise<void>;
};

/**
 * Makes export files in a worker with its own read-only connection and one read transaction: a consistent snapshot that
 * does not block other calls. A finished file stays for an hour, so that range requests work.
 */
export class Exporter {
  private readonly folder: string;
  private worker: Worker | null = null;
  private idle: NodeJS.Timeout | null = null;
  private next = 1;
  private readonly perCaller = new ConcurrencyLimit(
    MAX_PARALLEL_EXPORTS,
    () => new HttpError('too_many_requests', { retryAfter: RETRY_SECONDS }),
  );
  private readonly waiting = new Map<number, { resolve(done: ExportDone): void; reject(error: Error): void }>();

  constructor(
    files: string,
    private readonly place: Place,
  ) {
    this.folder = join(files, 'exports');
  }

  /** The file of an export; an earlier one of the same caller, scope and request if `If-Range` names it. */
  async open(
    context: ExportRequest,
    job: ExportJob,
    how: { format: Format; headings: Headings | undefined },
  ): Promise<Download> {
    const { caller, lang } = context;
    const headings = how.headings ?? headingsOf(how.format, lang);
    if (job.list === 'assessments') checkFilter(caller, job.filter);
    const scope = 'scope' in job && job.scope ? job.scope : caller.scope;
    const request = createHash('sha256')
      .update(JSON.stringify([caller.id, scope, context.call, job, how.format, headings, lang]))
      .digest('hex')
      .slice(0, 32);
    const name = `${job.list}-${dayOf(context.now).replaceAll('-', '')}.${how.format}`;
    const made =
      (await this.earlier(request, context.ifRange)) ??
      (await this.perCaller.during(caller.id, () =>
        this.make(request, { job, scope, viewer: caller, format: how.format, headings, lang }),
      ));
    await context.write(async ({ db, audit }) => {
      const supervisor = scope.kind === 'linked' ? await findUser(db, { kind: 'all' }, scope.supervisor) : undefined;
      await audit({
        object: { kind: 'export', id: '', name },
        changes: {
          rows: [null, made.rows],
          filter: [null, job.filter],
          ...(supervisor && { supervisor: [null, { id: supervisor.id, name: supervisor.name }] }),
        },
      });
    });
    const { path, ...facts } = made;
    return { ...facts, name, type: TYPES[how.format], open: (range) => readInPieces(path, range).catch(gone) };
  }

  async close(): Promise<void> {
    if (this.idle) clearTimeout(this.idle);
    const worker = this.worker;
    this.worker = null;
    await worker?.terminate();
  }

  /** Removes files older than an hour, including leftovers of a crash. */
  async sweep(now: number): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const file = join(this.folder, name);
      const info = await stat(file).catch(() => null);
      if (info && now - info.mtimeMs > KEEP_MS) await rm(file, { force: true });
    }
  }

  /**
   * Deletes the oldest files above the limits, but never the newest. A file being sent is open, so its download
   * continues.
   */
  private async bound(): Promise<void> {
    const files = (await this.files()).sort((a, b) => b.at - a.at);
    let bytes = 0;
    for (const [index, { path, size }] of files.entries()) {
      bytes += size;
      if (index > 0 && (index >= MAX_FILES || bytes > MAX_BYTES)) await rm(path, { force: true });
    }
  }

  /** The finished files. */
  private async files(): Promise<{ path: string; size: number; at: number }[]> {
    const files = [];
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const info = name.endsWith('.part') ? null : await stat(path).catch(() => null);
      if (info) files.push({ path, size: info.size, at: info.mtimeMs });
    }
    return files;
  }

  private async earlier(request: string, etag: string | null): Promise<Made | null> {
    if (etag === null) return null;
    const named = Buffer.from(etag.replaceAll('"', ''), 'base64');
    const prefix = `${request}.${named.toString('hex')}.`;
    const name = (await readdir(this.folder).catch(() => [])).find((one) => one.startsWith(prefix));
    if (name === undefined) return null;
    const path = join(this.folder, name);
    const info = await stat(path).catch(() => null);
    // In canonical base64: the request may have encoded the same bytes differently.
    const digest = named.toString('base64');
    return info && { path, size: info.size, digest, rows: Number(name.slice(prefix.length)) };
  }

  private async make(request: string, task: Omit<ExportTask, 'id' | 'file'>): Promise<Made> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${randomBytes(8).toString('hex')}.part`);
    try {
      const { viewer } = task;
      const { rows, size, digest } = await this.run({
        ...task,
        viewer: { id: viewer.id, role: viewer.role, division: viewer.division, duties: viewer.duties },
        file,
      });
      const path = join(this.folder, `${request}.${Buffer.from(digest, 'base64').toString('hex')}.${rows}`);
      await rename(file, path);
      await this.bound();
      return { path, size, digest, rows };
    } finally {
      await rm(file, { force: true });
    }
  }

  private run(task: Omit<ExportTask, 'id'>): Promise<ExportDone> {
    if (this.waiting.size >= MAX_WAITING) throw new HttpError('overloaded', { retryAfter: RETRY_SECONDS });
    const id = this.next++;
    if (this.idle) clearTimeout(this.idle);
    this.worker ??= this.start();
    const worker = this.worker;
    return new Promise<ExportDone>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ ...task, id } satisfies ExportTask);
    }).finally(() => {
      this.waiting.delete(id);
      if (this.waiting.size === 0) this.idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./export-worker.js', import.meta.url), {
      workerData: this.place,
      resourceLimits: MEMORY,
    });
    worker.unref();
    worker.on('message', (message: ExportDone | ExportFailed) => {
      const waiter = this.waiting.get(message.id);
      if ('error' in message) waiter?.reject(Object.assign(new Error(), message.error));
      else waiter?.resolve(message);
    });
    const fail = (error: Error) => {
      // A worker closed for idleness may exit after the next one has started.
      if (this.worker !== worker) return;
      this.worker = null;
      for (const waiter of this.waiting.values()) waiter.reject(error);
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the export worker ended')));
    return worker;
  }
}

/** The file expired, or newer ones displaced it, before the audit row was written. A retry makes it again. */
function gone(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new HttpError('overloaded', { retryAfter: RETRY_SECONDS }) : error;
}
