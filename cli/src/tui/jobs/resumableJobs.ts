import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, NetworkError } from '@shp/shared/api/errors';
import type { User } from '@shp/shared/api/objects';
import { USER_KINDS, type UserKind } from '@shp/shared/domain/accounts/roles';
import type { OnDuplicate } from '../../bulk/import/send.ts';
import type { CommandContext } from '../../command/context.ts';
import { atomicWrite } from '../../lib/atomicWrite.ts';
import { isLocked, withLock } from '../../lib/lock.ts';
import type { Query } from '../list/definition.ts';
import type { Selection } from '../list/selection.ts';
import type { JobSpec } from './jobs.ts';
import { isWritable } from './resumableAssignments.ts';

type Row = { readonly id: string };
/** A selection as it is kept in a file. */
export type StoredSelection =
  | { readonly kind: 'picked'; readonly rows: readonly Row[] }
  | { readonly kind: 'matching'; readonly query: Query; readonly total: number; readonly except: readonly Row[] };
/** What a job needs to be started again. */
export type ResumableWork =
  | { readonly kind: 'import'; readonly users: UserKind; readonly file: string; readonly onDuplicate: OnDuplicate }
  | { readonly kind: 'export'; readonly list: string; readonly file: string; readonly target: StoredSelection };
/** A job that has not ended, of an account on a server. */
type Entry = { readonly server: string; readonly account: string; readonly work: ResumableWork };
export type ResumableJob = { readonly path: string; readonly work: ResumableWork };

type JobOwner = { readonly context: CommandContext; readonly me: Pick<User, 'id'> };

const folderOf = ({ configDir }: CommandContext): string => join(configDir, 'jobs');

/**
 * Runs a job with a file that says what it does, written before its first call and removed at its end. If the program
 * is killed, the file is left and the job can go on; `path` is that file.
 */
export function resumable({ context, me }: JobOwner, work: ResumableWork, spec: JobSpec, path?: string): JobSpec {
  const file = path ?? sameImport({ context, me }, work) ?? join(folderOf(context), `${randomUUID()}.json`);
  return {
    title: spec.title,
    command: spec.command ?? null,
    resume: file,
    ...(spec.file === undefined ? {} : { file: spec.file }),
    ...(spec.counts === undefined ? {} : { counts: spec.counts }),
    async run(tools) {
      if (!isWritable(folderOf(context))) return spec.run(tools);
      const entry: Entry = { server: context.server, account: me.id, work };
      recall(file);
      // Before anything is awaited: once the user sees the job, a kill does not lose it.
      atomicWrite(file, `${JSON.stringify(entry)}\n`, 0o600);
      await withLock(file, { wait: 0 }, async () => {
        try {
          await spec.run(tools);
        } catch (error) {
          if (!mayGoOn(error, tools.signal)) deleteJobFile(file);
          throw error;
        }
        deleteJobFile(file);
      });
    },
  };
}

/** The file of an import of the same file that has not ended: its journal goes on, so it is the same job. */
function sameImport(owner: JobOwner, work: ResumableWork): string | undefined {
  if (work.kind !== 'import') return undefined;
  return ownEntries(owner).find(
    ({ work: left }) => left.kind === 'import' && left.users === work.users && left.file === work.file,
  )?.path;
}

/** Whether the same job may succeed later: it was stopped, or the server could not be reached or ended the session. */
function mayGoOn(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || error instanceof NetworkError) return true;
  return error instanceof ApiError && (error.status === 401 || error.status === 429 || error.status >= 500);
}

/** The jobs of this account on this server that have not ended and run nowhere. */
export async function resumableJobs(owner: JobOwner): Promise<ResumableJob[]> {
  const found: ResumableJob[] = [];
  for (const entry of ownEntries(owner)) if (!(await isLocked(entry.path))) found.push(entry);
  return found;
}

/** The jobs of this account on this server that have not ended. */
function ownEntries({ context, me }: JobOwner): ResumableJob[] {
  const folder = folderOf(context);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((name) => {
    const path = join(folder, name);
    const entry = name.endsWith('.json') ? readEntry(path) : null;
    return entry?.server === context.server && entry.account === me.id ? [{ path, work: entry.work }] : [];
  });
}

export function deleteJobFile(path: string): void {
  rmSync(path, { force: true });
  recall(path);
}

/** The job is not offered at the next start; it stays in the list of jobs. */
export function postpone(path: string): void {
  atomicWrite(postponedFile(path), '', 0o600);
}

/** The job runs again: if it is cut off now, it is offered again. */
export function recall(path: string): void {
  rmSync(postponedFile(path), { force: true });
}

export function isPostponed(path: string): boolean {
  return existsSync(postponedFile(path));
}

const postponedFile = (path: string) => `${path}.later`;

export function storedSelection<R extends Row>(target: Selection<R>): StoredSelection {
  if (target.kind === 'picked') return { kind: 'picked', rows: [...target.rows.values()] };
  return { ...target, except: [...target.except.values()] };
}

export function selectionOf<R extends Row>(target: StoredSelection): Selection<R> {
  const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row as R]));
  if (target.kind === 'picked') return { kind: 'picked', rows: byId(target.rows) };
  return { ...target, except: byId(target.except) };
}

function readEntry(path: string): Entry | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Entry;
  } catch {
    // Cut off by a full disk: there is nothing to go on with.
    return null;
  }
}

/** Whether exports of a list can be started again: those of accounts and assessments. */
export function isResumableExport(list: string): boolean {
  return list === 'assessments' || (USER_KINDS as readonly string[]).includes(list);
}
