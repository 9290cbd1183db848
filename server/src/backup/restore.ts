import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { FILES_FOLDER } from '../files/blobs/blobs.ts';
import { syncFolder } from '../os/fsync.ts';
import { DATABASE_NAME } from '../store/db/types.ts';
import { MIGRATIONS } from '../store/schema/migrations.ts';
import { decoded, EncryptedBackup, NoZstd } from './coding.ts';
import { endAllAccess, type Restored } from './endAccess.ts';
import { MANIFEST, MANIFEST_NAME, type Manifest, readSums, SUMS_NAME } from './manifest.ts';
import { countRows } from './snapshot.ts';
import { newStaging, swapIn } from './swap.ts';
import { DamagedTar, readTar, type TarEntry } from './tar.ts';

/** The backup is cut off, changed, or not a backup at all. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
  /** `part` names the damaged file inside; null means the whole backup. */
  constructor(readonly part: string | null) {
    super(`damaged backup: ${part ?? 'as a whole'}`);
  }
}

/** A newer program made the backup; this one cannot read its data. */
export class NewerBackup extends Error {
  override readonly name = 'NewerBackup';
  constructor(readonly program: string) {
    super(`made by ${program}`);
  }
}

export type OnProgress = (done: number, total: number) => void;
export type OpenOptions = {
  readonly signal: AbortSignal;
  readonly watch: OnProgress;
  /** Secret keys of age for encrypted backups. */
  readonly identities: readonly string[];
};
type Texts = { readonly sums: string | null; readonly manifest: string | null };

/** A backup that was read completely and found intact. */
export class Backup {
  private constructor(
    private readonly handle: FileHandle,
    readonly manifest: Manifest,
    /** SHA-256 of the backup file. */
    readonly sha256: string,
    private readonly sums: ReadonlyMap<string, string>,
    private readonly options: OpenOptions,
  ) {}

  /** Reads the whole file and checks every digest. @throws DamagedBackup, NewerBackup, EncryptedBackup, NoZstd */
  static async open(file: string, options: OpenOptions): Promise<Backup> {
    const handle = await open(file, 'r');
    try {
      const hash = createHash('sha256');
      const found = new Map<string, string>();
      let texts: Texts = { sums: null, manifest: null };
      await eachEntry(handle, options, hash, async ({ path, chunks }) => {
        const buffers: Buffer[] = [];
        const isText = path === SUMS_NAME || path === MANIFEST_NAME;
        found.set(path, await digestOf(chunks, (chunk) => isText && buffers.push(chunk)));
        const text = Buffer.concat(buffers).toString('utf8');
        if (path === SUMS_NAME) texts = { ...texts, sums: text };
        if (path === MANIFEST_NAME) texts = { ...texts, manifest: text };
      });
      const sums = readSums(texts.sums ?? '');
      if (!sums?.has(MANIFEST_NAME) || !sums.has(DATABASE_NAME)) throw new DamagedBackup(null);
      for (const [path, sha256] of sums) if (found.get(path) !== sha256) throw new DamagedBackup(path);
      const manifest = parseManifest(texts.manifest);
      if (manifest.files !== sums.size) throw new DamagedBackup(null);
      if (!Object.hasOwn(MIGRATIONS, manifest.schema)) throw new NewerBackup(manifest.program);
      return new Backup(handle, manifest, hash.digest('hex'), sums, options);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  /**
   * Replaces the data of a locked directory with the backup's, all or nothing. Ends every session and writes an audit
   * row.
   */
  async restoreTo(data: string, watch: OnProgress): Promise<Restored> {
    const staging = await newStaging(data);
    const folders = new Set([staging, join(staging, FILES_FOLDER)]);
    await mkdir(join(staging, FILES_FOLDER), { mode: 0o700 });
    const left = new Set(this.sums.keys());
    await eachEntry(this.handle, { ...this.options, watch }, null, async ({ path, chunks }) => {
      const expected = this.sums.get(path);
      if (expected === undefined) return;
      const name = join(staging, path);
      folders.add(dirname(name));
      await mkdir(dirname(name), { recursive: true, mode: 0o700 });
      if ((await writeSynced(name, chunks)) !== expected) throw new DamagedBackup(path);
      left.delete(path);
    });
    const [missing] = left;
    if (missing !== undefined) throw new DamagedBackup(missing);
    await rm(join(staging, MANIFEST_NAME));
    this.compare(join(staging, DATABASE_NAME));
    const restored = await endAllAccess(staging, data, { at: this.manifest.at, sha256: this.sha256 });
    for (const folder of folders) await syncFolder(folder);
    await swapIn(data);
    return restored;
  }

  /** Compares the row counts with the manifest. @throws DamagedBackup */
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

const PIECE = 1 << 20;

/** Reads an archive from start to end, file by file. @throws DamagedBackup */
async function eachEntry(
  handle: FileHandle,
  { signal, watch, identities }: OpenOptions,
  hash: ReturnType<typeof createHash> | null,
  take: (entry: TarEntry) => Promise<void>,
): Promise<void> {
  const { size } = await handle.stat();
  let fault: unknown = null;
  const raw = (async function* () {
    const chunk = Buffer.alloc(PIECE);
    for (let at = 0; ; ) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(chunk, 0, PIECE, at).catch((error: unknown) => {
        fault = error;
        throw error;
      });
      if (bytesRead === 0) return;
      at += bytesRead;
      hash?.update(chunk.subarray(0, bytesRead));
      yield Buffer.from(chunk.subarray(0, bytesRead));
      watch(at, size);
    }
  })();
  const archive = (async function* () {
    try {
      yield* decoded(raw, identities);
    } catch (error) {
      signal.throwIfAborted();
      if (fault !== null) throw fault;
      throw error instanceof EncryptedBackup || error instanceof NoZstd ? error : new DamagedTar();
    }
  })();
  try {
    for await (const entry of readTar(archive)) await take(entry);
    // Read to the end of the file: it may be cut off after the archive's last block.
    for await (const _ of archive);
  } catch (error) {
    throw error instanceof DamagedTar ? new DamagedBackup(null) : error;
  } finally {
    await archive.return();
  }
}

async function digestOf(chunks: AsyncIterable<Buffer>, keep: (chunk: Buffer) => unknown): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    keep(chunk);
  }
  return hash.digest('hex');
}

/** Writes and syncs a file; returns its digest. */
async function writeSynced(path: string, chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path, 'w', 0o600);
  try {
    const hashed = async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await writeFile(handle, hashed());
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

function parseManifest(text: string | null): Manifest {
  try {
    return MANIFEST.parse(JSON.parse(text ?? ''));
  } catch {
    throw new DamagedBackup(MANIFEST_NAME);
  }
}
