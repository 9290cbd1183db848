import Sqlite from 'better-sqlite3';
import { isLocked } from './sqliteErrors.ts';

export type HeldFile = { release(): void };

/** Two processes that start together must not both fail: each retries for this long. */
const AT_ONCE_MS = 50;

/**
 * Locks an empty file with SQLite's own file lock; null if another process has it. The system releases the lock however
 * the process ends, and it works between containers, where process ids mean nothing.
 */
export function holdFile(path: string): HeldFile | null {
  const held = new Sqlite(path, { timeout: AT_ONCE_MS });
  try {
    // Create no journal file next to it.
    held.pragma('journal_mode = MEMORY');
    held.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    held.close();
    if (isLocked(error)) return null;
    throw error;
  }
  return { release: () => void held.close() };
}
