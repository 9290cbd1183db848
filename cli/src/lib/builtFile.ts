import { readFile } from 'node:fs/promises';

/** What the build has written beside the program; null if the program runs from its sources. */
export async function builtFile<T>(name: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
