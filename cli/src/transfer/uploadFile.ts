import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ensureDir } from '@shp/server/os/ensureDir';
import { createUpload, sendUpload } from '@shp/shared/api/tus';
import type { Api } from '../api/client.ts';
import type { CommandContext } from '../command/context.ts';
import { UnusableConfig } from '../config/config.ts';
import { atomicWrite } from '../lib/atomicWrite.ts';
import { Failure, Interrupted } from '../lib/errors.ts';
import { progress } from '../output/progress.ts';
import { CHUNK_BYTES, tusTransport, uploadExists } from './tus.ts';

/**
 * Uploads a file and returns its id. Notes the upload's path in the configuration directory until it is complete, so
 * the same command resumes.
 * @throws Interrupted, Failure
 */
export async function uploadFile(
  context: CommandContext,
  api: Api,
  path: string,
  target: Record<string, string>,
): Promise<{ id: string; file: string }> {
  const { files } = context.texts.cli;
  const handle = await open(path, 'r');
  const bar = progress(context, basename(path), 'bytes');
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Failure(context.texts.cli.errors.notFile(path));
    const { size, mtimeMs } = stat;
    if (size === 0) throw new Failure(files.empty(path));
    const metadata = { ...target, filename: basename(path) };
    const note = noteOf(context, [api.server, metadata, realpathSync(path), size, mtimeMs]);
    const location = await placeOf(api, note, size, metadata);
    const read = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead < length || (await handle.stat()).mtimeMs !== mtimeMs) throw new Failure(files.changed(path));
      return buffer;
    };
    const id = await sendUpload(tusTransport(api), {
      path: location,
      size,
      begun: true,
      pieceSize: () => CHUNK_BYTES,
      read,
      retry: api.retry,
      onSent: (sent) => bar.at(sent, size),
    });
    rmSync(note, { force: true });
    return { id, file: path };
  } catch (error) {
    if (context.signal.aborted) throw new Interrupted(files.goOn);
    throw error;
  } finally {
    bar.end();
    await handle.close();
  }
}

/** The path of the note, by a hash of everything that identifies the upload. */
function noteOf(context: CommandContext, what: readonly unknown[]): string {
  const folder = join(context.configDir, 'uploads');
  try {
    ensureDir(folder, 0o700);
  } catch (error) {
    throw new UnusableConfig(error as NodeJS.ErrnoException);
  }
  return join(folder, createHash('sha256').update(JSON.stringify(what)).digest('hex'));
}

/** The unfinished upload of an earlier run, or a new one. */
async function placeOf(api: Api, note: string, size: number, metadata: Record<string, string>): Promise<string> {
  const earlier = noted(note);
  if (earlier !== null && (await uploadExists(api, earlier))) return earlier;
  const location = await createUpload(tusTransport(api), size, metadata);
  atomicWrite(note, location, 0o600);
  return location;
}

function noted(note: string): string | null {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    return null;
  }
}
