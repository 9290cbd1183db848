import { accessSync, existsSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../lib/atomicWrite.ts';
import { withLock } from '../lib/lock.ts';
import type { Sink } from './receive.ts';

/**
 * Writes a file atomically: fills FILE.part, then renames it. Refuses two writers of one file. `before` runs after
 * fsync and before the rename, `then` after it.
 * @throws Locked
 */
export async function writeAtomicFile<T>(
  name: string,
  fill: (sink: Sink) => Promise<T>,
  then: (path: string, result: T) => void,
  before: (part: string, path: string) => Promise<void> = async () => {},
): Promise<T> {
  const path = existsSync(name) ? realpathSync(name) : name;
  accessSync(dirname(path));
  return withLock(path, { wait: 0 }, async () => {
    const part = `${path}.part`;
    const handle = await open(part, 'w');
    try {
      const result = await fill(sinkOf(handle));
      await handle.sync();
      await handle.close();
      await before(part, path);
      renameSync(part, path);
      syncFolder(dirname(path));
      then(path, result);
      return result;
    } catch (error) {
      await handle.close().catch(() => {});
      rmSync(part, { force: true });
      throw error;
    }
  });
}

function sinkOf(handle: FileHandle): Sink {
  let position = 0;
  return {
    async write(chunk) {
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position);
        done += bytesWritten;
        position += bytesWritten;
      }
    },
    async restart() {
      await handle.truncate(0);
      position = 0;
      return true;
    },
  };
}
