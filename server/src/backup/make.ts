import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DAY } from '@shp/shared/domain/lib/days';
import Sqlite from 'better-sqlite3';
import { blobPath, FILES_FOLDER } from '../files/blobs/blobs.ts';
import { syncFolder } from '../os/fsync.ts';
import { DATABASE_NAME } from '../store/db/types.ts';
import { CodedFile, type Compression } from './coding.ts';
import { MANIFEST_NAME, type Manifest, PANO_NAME, SUMS_NAME, writeSums } from './manifest.ts';
import { recordBackup } from './record.ts';
import { countRows, isKept, type KeptFile, keptFiles, openForReading, schemaOf, snapshotInto } from './snapshot.ts';
import { TAR_END, tarHeader, tarPadding } from './tar.ts';

export type MakeOptions = {
  /** Where uploaded files lie, where that is not the data directory; null where they shall not be in the backup. */
  files?: string | null | undefined;
  compression: Compression;
  /** Public keys of age for which it is encrypted; none: it is not. */
  recipients: readonly string[];
  program: string;
  signal: AbortSignal;
  /** Told how many bytes of about how many are done. */
  watch(done: number, total: number): void;
};

/** What lies beside a backup while it is made, and is worth nothing once its maker is gone. */
export const UNFINISHED = /\.(?:part|sqlite\.part(?:-journal)?)$/;

/**
 * Backs up a data directory, also while a server works on it: the file appears under its name only when whole.
 * A file's bytes are never changed, come before its row and go after it. So what rows name now is copied first, then
 * the database as it is at one moment, then what has come in between; where one of these has already gone again, the
 * database is copied once more.
 * @throws NoDatabase, RestoreUnfinished, and the database's own error where it is damaged
 */
export async function makeBackup(data: string, file: string, options: MakeOptions): Promise<Manifest> {
  const part = `${file}.part`;
  // A copy that is not encrypted stays where the rows lie.
  const copy = options.recipients.length > 0 ? copyIn(data) : `${file}.sqlite.part`;
  const blobs = join(options.files ?? data, FILES_FOLDER);
  const withFiles = options.files !== null;
  const live = openForReading(data);
  const archive = new Archive(await open(part, 'w', 0o600), options);
  try {
    const before = withFiles ? keptFiles(live) : [];
    archive.expect(before.reduce((sum, { size }) => sum + size, 0));
    await addBlobs(archive, blobs, before);
    let files: KeptFile[];
    let missing: string[];
    do {
      await snapshotInto(live, copy);
      files = withFiles ? filesIn(copy) : [];
      missing = await addBlobs(archive, blobs, files);
    } while (missing.some((id) => !isKept(live, id)));
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

/** A place in the data directory for a copy of the database; what killed backups left there a day ago goes. */
function copyIn(data: string): string {
  for (const name of readdirSync(data)) {
    const path = join(data, name);
    if (COPY.test(name) && Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { force: true });
  }
  return join(data, `backup-${process.pid}.sqlite.part`);
}

/** Whoever may only read the data directory makes backups all the same. */
function note(data: string, file: string): void {
  try {
    recordBackup(data, basename(file));
  } catch {
    // The age of the newest backup is then that of the one before.
  }
}

const pathOf = (id: string) => `${FILES_FOLDER}/${blobPath(id).replaceAll('\\', '/')}`;

/** Adds what is not in yet; answers the files whose bytes are not there. */
async function addBlobs(archive: Archive, folder: string, files: readonly KeptFile[]): Promise<string[]> {
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
  { program, files }: { program: string; files: readonly KeptFile[] },
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

function filesIn(copy: string): KeptFile[] {
  const database = new Sqlite(copy, { readonly: true });
  try {
    return keptFiles(database);
  } finally {
    database.close();
  }
}

function describe(copy: string): Pick<Manifest, 'schema' | 'counts'> {
  const database = new Sqlite(copy, { readonly: true });
  try {
    return { schema: schemaOf(database), counts: countRows(database) };
  } finally {
    database.close();
  }
}

/** A tar archive that is being written, and the digests of what is in it. */
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

  /** Adds a file; false where there is none. */
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
