import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DAY } from '@shp/shared/domain/lib/days';
import Sqlite from 'better-sqlite3';
import { blobPath, FILES_FOLDER } from '../files/blobs/blobs.ts';
import { syncFolder } from '../os/fsync.ts';
import { DATABASE_NAME } from '../store/db/types.ts';
import type { AuditHeadsTable } from '../store/schema/audit.ts';
import { CodedFile, type Compression } from './coding.ts';
import { MANIFEST_NAME, type Manifest, PANO_NAME, SUMS_NAME, writeSums } from './manifest.ts';
import { recordBackup } from './record.ts';
import { countRows, hasRow, openForReading, type StoredFile, schemaOf, snapshotInto, storedFiles } from './snapshot.ts';
import { TAR_END, tarHeader, tarPadding, tarSize } from './tar.ts';

export type MakeOptions = {
  /** Where uploaded files are stored (default: the data directory); null leaves them out of the backup. */
  files?: string | null | undefined;
  compression: Compression;
  /** Public keys of age; an empty list means no encryption. */
  recipients: readonly string[];
  program: string;
  signal: AbortSignal;
  /** Reports progress in bytes; `total` is an estimate. */
  watch(done: number, total: number): void;
};

/** Temporary files next to a backup, worthless once the process that writes them has ended. */
export const UNFINISHED = /\.(?:part|sqlite\.part(?:-journal)?)$/;

/**
 * Backs up a data directory while a server may use it; the file gets its name only when complete. A file's bytes never
 * change, arrive before its row and go after it. So copy the files with a row now, then a snapshot of the database,
 * then the files that came in between. If one of these is gone already, take another snapshot.
 * @throws NoDatabase, RestoreUnfinished, and the database's own error if it is damaged
 */
export async function makeBackup(data: string, file: string, options: MakeOptions): Promise<Manifest> {
  const part = `${file}.part`;
  // For an encrypted backup, the plain copy stays in the data directory.
  const copy = options.recipients.length > 0 ? copyIn(data) : `${file}.sqlite.part`;
  const blobs = join(options.files ?? data, FILES_FOLDER);
  const withFiles = options.files !== null;
  const live = openForReading(data);
  const archive = new Archive(await open(part, 'w', 0o600), options);
  try {
    const before = withFiles ? storedFiles(live) : [];
    archive.expect(
      before.reduce((sum, { id, size }) => sum + tarSize(size) + sumLine(id), tarSize(statSync(live.name).size)),
    );
    await addBlobs(archive, blobs, before);
    let files: StoredFile[];
    let missing: string[];
    do {
      await snapshotInto(live, copy);
      files = withFiles ? filesIn(copy) : [];
      missing = await addBlobs(archive, blobs, files);
    } while (missing.some((id) => !hasRow(live, id)));
    const manifest = await finish(archive, data, copy, { program: options.program, files });
    await archive.close();
    await rename(part, file);
    await syncFolder(dirname(file));
    note(data, file);
    return manifest;
  } catch (error) {
    await archive.abandon();
    await rm(part, { force: true });
    throw error;
  } finally {
    live.close();
    for (const left of [copy, `${copy}-journal`]) await rm(left, { force: true });
  }
}

const COPY = /^backup-\d+\.sqlite\.part(?:-journal)?$/;

/** Path of a temporary database copy in the data directory. Deletes copies that killed backups left over a day ago. */
function copyIn(data: string): string {
  for (const name of readdirSync(data)) {
    const path = join(data, name);
    if (COPY.test(name) && Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { force: true });
  }
  return join(data, `backup-${process.pid}.sqlite.part`);
}

/** A backup also succeeds if the process may only read the data directory. */
function note(data: string, file: string): void {
  try {
    recordBackup(data, basename(file));
  } catch {
    // The record keeps the time of the previous backup.
  }
}

const pathOf = (id: string) => `${FILES_FOLDER}/${blobPath(id).replaceAll('\\', '/')}`;

/** The bytes of a file's line in the list of digests. */
const sumLine = (id: string) => pathOf(id).length + '  \n'.length + 2 * 32;

/** Adds the files that are not in the archive yet; returns the ids of files without bytes. */
async function addBlobs(archive: Archive, folder: string, files: readonly StoredFile[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { id } of files) {
    if (!archive.sums.has(pathOf(id)) && !(await archive.addFile(pathOf(id), join(folder, blobPath(id))))) {
      missing.push(id);
    }
  }
  return missing;
}

async function finish(
  archive: Archive,
  data: string,
  copy: string,
  { program, files }: { program: string; files: readonly StoredFile[] },
): Promise<Manifest> {
  await archive.addFile(DATABASE_NAME, copy);
  await archive.addFile(PANO_NAME, join(data, PANO_NAME));
  const named = new Set([...files.map(({ id }) => pathOf(id)), DATABASE_NAME, PANO_NAME]);
  const sums = new Map([...archive.sums].filter(([path]) => named.has(path)));
  const unsound = files.filter(({ id, sha256 }) => sums.get(pathOf(id)) !== sha256).map(({ id }) => id);
  const manifest: Manifest = {
    format: 'shp-backup-1',
    program,
    ...describe(copy),
    at: new Date().toISOString(),
    files: sums.size + 1,
    unsound,
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await archive.addBytes(MANIFEST_NAME, text);
  sums.set(MANIFEST_NAME, createHash('sha256').update(text).digest('hex'));
  await archive.addBytes(SUMS_NAME, Buffer.from(writeSums(sums)));
  return manifest;
}

function filesIn(copy: string): StoredFile[] {
  const database = new Sqlite(copy, { readonly: true });
  try {
    return storedFiles(database);
  } finally {
    database.close();
  }
}

function describe(copy: string): Pick<Manifest, 'schema' | 'counts' | 'head'> {
  const database = new Sqlite(copy, { readonly: true });
  try {
    const head = headOf(database);
    return { schema: schemaOf(database), counts: countRows(database), ...(head && { head }) };
  } finally {
    database.close();
  }
}

/** A database of an older version has no heads. */
function headOf(database: Sqlite.Database): Manifest['head'] {
  const hasHeads = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit_heads'").get() !== undefined;
  if (!hasHeads) return undefined;
  const row = database.prepare<[], AuditHeadsTable>('SELECT size, root, at, key_id, signature FROM audit_heads').get();
  if (!row) return undefined;
  const { size, root, at, key_id, signature } = row;
  return { head: { size, root, at }, key: key_id, signature };
}

/** Writes a tar archive and collects the digests of its files. */
class Archive {
  readonly sums = new Map<string, string>();
  private done = 0;
  private total = 0;
  private readonly file: CodedFile;

  constructor(
    private readonly handle: FileHandle,
    private readonly options: MakeOptions,
  ) {
    this.file = new CodedFile(handle, options);
  }

  expect(bytes: number): void {
    this.total += bytes;
  }

  /** Adds a file; returns false if it does not exist. */
  async addFile(path: string, from: string): Promise<boolean> {
    const source = await open(from, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (source === null) return false;
    try {
      const { size, mtimeMs } = await source.stat();
      const hash = createHash('sha256');
      await this.write(tarHeader(path, size, mtimeMs / 1000));
      let got = 0;
      for await (const chunk of source.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
        hash.update(chunk as Buffer);
        got += (chunk as Buffer).length;
        await this.write(chunk as Buffer);
      }
      if (got !== size) throw new Error(`${basename(from)} changed while it was read`);
      await this.write(tarPadding(size));
      this.sums.set(path, hash.digest('hex'));
      return true;
    } finally {
      await source.close();
    }
  }

  async addBytes(path: string, bytes: Buffer): Promise<void> {
    await this.write(tarHeader(path, bytes.length, Date.now() / 1000));
    await this.write(bytes);
    await this.write(tarPadding(bytes.length));
  }

  async close(): Promise<void> {
    await this.write(TAR_END);
    await this.file.end();
    await this.handle.close();
  }

  async abandon(): Promise<void> {
    await this.file.abandon();
    await this.handle.close().catch(() => {});
  }

  private async write(bytes: Buffer): Promise<void> {
    this.options.signal.throwIfAborted();
    await this.file.write(bytes);
    this.done += bytes.length;
    this.options.watch(this.done, Math.max(this.total, this.done));
  }
}
