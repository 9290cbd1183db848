import { readFileSync } from 'node:fs';

/** A process as a lock file names it, told from a later one with the same number by when it started. */
export type ProcessMark = { pid: number; started: string | null };

export function thisProcess(): ProcessMark {
  return { pid: process.pid, started: startOf(process.pid) };
}

/** Whether the process that left a mark still runs. */
export function isRunning({ pid, started }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return started === null || now === null || now === started;
}

/** When a process started, in ticks since the machine did; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A killed process whose parent has not asked after it yet still has its number, but will do nothing any more.
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null);
  } catch {
    return null;
  }
}
