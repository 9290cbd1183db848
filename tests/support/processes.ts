import { readFileSync } from 'node:fs';

/** Resident memory of a process in MiB, now or at its highest. */
export function memory(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const found = new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(found?.[1]) / 1024);
}

/** The fields of `/proc/PID/stat` after the name; none once the process has ended. */
export function statOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  } catch {
    return [];
  }
}

/** Milliseconds of processor time that a process has used, in ticks of 10 ms. */
export function processor(pid: number): number {
  const stat = statOf(pid);
  return ((stat[11] ?? 0) + (stat[12] ?? 0)) * 10;
}
