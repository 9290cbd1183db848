import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { FILES_FOLDER } from '../files/blobs.ts';
import { syncFolder } from '../files/sync.ts';
import { DATABASE_NAME } from '../store/database.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import { MANIFEST, MANIFEST_NAME, type Manifest, readSums, SUMS_NAME } from './manifest.ts';
import { countRows } from './snapshot.ts';
import { newStaging, swapIn } from './swap.ts';
import { readTar, type TarEntry } from './tar.ts';

/** A backup that is not what it was when it was made: cut off, changed, or none at all. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
  /** `part` names the file inside that is damaged; null where the backup as a whole is. */
  constructor(readonly part: string | null) {
    super(`damaged backup: ${part ?? 'as a whole'}`);
  }
}

/** A backup made by a newer program, whose data this one would not understand. */
export class NewerBackup extends Error {
  override readonly name = 'NewerBackup';
  constructor(readonly program: string) {
    super(`made by ${program}`);
  }
}

export type Watch = (done: number, total: number) => void;
type Part = { readonly path: string; readonly entry: TarEntry; readonly sha256: string };

/** A backup that has been read through and found whole. */
export class Backup {
  private constructor(
    private readonly handle: FileHandle,
    readonly manifest: Manifest,
    private readonly parts: readonly Part[],
    private readonly signal: AbortSignal,
  ) {}

  /** Reads it whole and compares every digest. @throws DamagedBackup, NewerBackup */
  static async open(file: string, signal: AbortSignal, watch: Watch): Promise<Backup> {
    const handle = await open(file, 'r');
    try {
      const entries = new Map((await readTar(handle))?.map((entry) => [entry.path, entry]));
      const sums = readSums((await textOf(handle, entries.get(SUMS_NAME))) ?? '');
      if (!sums?.has(MANIFEST_NAME) || !sums.has(DATABASE_NAME)) throw new DamagedBackup(null);
      const parts = [...sums].map(([path, sha256]): Part => {
        const entry = entries.get(path);
        if (!entry) throw new DamagedBackup(path);
        return { path, entry, sha256 };
      });
      const manifest = parseManifest(await textOf(handle, entries.get(MANIFEST_NAME)));
      const backup = new Backup(handle, manifest, parts, signal);
      await backup.read(watch, async (_path, chunks) => {
        for await (const _ of chunks) {
          // Reading compares.
        }
      });
      if (manifest.files !== parts.length) throw new DamagedBackup(null);
      if (!Object.hasOwn(MIGRATIONS, manifest.schema)) throw new NewerBackup(manifest.program);
      return backup;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  /** Puts the data of the backup into the place of those of a directory that is held: all of it, or nothing. */
  async restoreTo(data: string, watch: Watch): Promise<void> {
    const staging = await newStaging(data);
    const folders = new Set([staging, join(staging, FILES_FOLDER)]);
    await mkdir(join(staging, FILES_FOLDER), { mode: 0o700 });
    await this.read(watch, async (path, chunks) => {
      const name = join(staging, path);
      folders.add(dirname(name));
      await mkdir(dirname(name), { recursive: true, mode: 0o700 });
      await writeSynced(name, chunks);
    });
    await rm(join(staging, MANIFEST_NAME));
    for (const folder of folders) await syncFolder(folder);
    this.compare(join(staging, DATABASE_NAME));
    await swapIn(data);
  }

  /** Hands out the bytes of every part. @throws DamagedBackup at the end of one that has changed */
  private async read(
    watch: Watch,
    take: (path: string, chunks: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<void> {
    const total = this.parts.reduce((sum, { entry }) => sum + entry.size, 0);
    let done = 0;
    const { handle, signal } = this;
    async function* compared({ path, entry, sha256 }: Part): AsyncGenerator<Buffer> {
      const hash = createHash('sha256');
      for await (const chunk of bytesOf(handle, entry)) {
        signal.throwIfAborted();
        hash.update(chunk);
        yield chunk;
        done += chunk.length;
        watch(done, total);
      }
      if (hash.digest('hex') !== sha256) throw new DamagedBackup(path);
    }
    for (const part of this.parts) await take(part.path, compared(part));
  }

  /** The restored database has the rows that the backup tells of. @throws DamagedBackup */
  private compare(file: string): void {
    const database = new Sqlite(file, { readonly: true });
    try {
      if (JSON.stringify(countRows(database)) !== JSON.stringify(this.manifest.counts)) {
        throw new DamagedBackup(DATABASE_NAME);
      }
    } finally {
      database.close();
    }
  }
}

async function writeSynced(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await writeFile(handle, chunks);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const PIECE = 1 << 20;

async function* bytesOf(handle: FileHandle, { offset, size }: TarEntry): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(PIECE, size - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset + at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

async function textOf(handle: FileHandle, entry: TarEntry | undefined): Promise<string | null> {
  if (!entry) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(handle, entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parseManifest(text: string | null): Manifest {
  try {
    return MANIFEST.parse(JSON.parse(text ?? ''));
  } catch {
    throw new DamagedBackup(MANIFEST_NAME);
  }
}
