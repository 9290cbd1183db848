import { createReadStream } from 'node:fs';
import { decoded, EncryptedBackup, NoZstd } from './coding.ts';
import { PATHS } from './manifest.ts';
import { readTar } from './tar.ts';

/** Whether a file begins as a backup. One that is encrypted, or compressed as this Node cannot read, counts as one. */
export async function isBackup(file: string): Promise<boolean> {
  const bytes = createReadStream(file);
  try {
    for await (const { path } of readTar(decoded(bytes, []))) return PATHS.test(path);
    return false;
  } catch (error) {
    return error instanceof EncryptedBackup || error instanceof NoZstd;
  } finally {
    bytes.destroy();
  }
}
