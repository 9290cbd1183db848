import Sqlite from 'better-sqlite3';
import { isLocked } from './sqliteErrors.ts';

export type HeldFile = { release(): void };

/** Two that come at once must not both be refused: each looks again for so long. */
const AT_ONCE_MS = 50;

/**
 * Holds an empty file as SQLite holds its databases; null where another holds it. The system lets go of it however the
 * process ends, and it holds between containers, where numbers of processes tell nothing.
 */
export function holdFile(path: string): HeldFile | null {
  const held = new Sqlite(path, { timeout: AT_ONCE_MS });
  try {
    // No journal appears beside it.
    held.pragma('journal_mode = MEMORY');
    held.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    held.close();
    if (isLocked(error)) return null;
    throw error;
  }
  return { release: () => void held.close() };
}
