let gone = false;

/** The terminal is gone: output goes nowhere, and the process ends as by SIGHUP. */
export function markHungUp(): void {
  gone = true;
}

/** Ends the process. Without its terminal by SIGHUP's default action: a normal exit would reset the terminal and crash. */
export function endProcess(code: number): void {
  if (!gone) process.exit(code);
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
