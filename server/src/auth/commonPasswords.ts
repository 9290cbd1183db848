import { type FileHandle, open } from 'node:fs/promises';

/** Written by scripts/common-passwords.mjs: the first bytes of SM3 digests, ascending. */
const FILE = 'common-passwords.bin';
const DIGEST_BYTES = 8;

/** Next to the built program; in the source tree, in the server's data folder. */
const PLACES = [`./${FILE}`, `../../data/${FILE}`];

/** Whether this SM3 digest (hex) is that of a common password. Searches the file on disk, because calls are rare. */
export async function isCommonPassword(sm3: string): Promise<boolean> {
  const wanted = Buffer.from(sm3, 'hex').subarray(0, DIGEST_BYTES);
  const file = await openList();
  try {
    let [from, to] = [0, (await file.stat()).size / DIGEST_BYTES];
    const found = Buffer.alloc(DIGEST_BYTES);
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      await file.read(found, 0, DIGEST_BYTES, middle * DIGEST_BYTES);
      const order = wanted.compare(found);
      if (order === 0) return true;
      if (order < 0) to = middle;
      else from = middle + 1;
    }
    return false;
  } finally {
    await file.close();
  }
}

async function openList(): Promise<FileHandle> {
  let failure: unknown;
  for (const place of PLACES) {
    try {
      return await open(new URL(place, import.meta.url));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
