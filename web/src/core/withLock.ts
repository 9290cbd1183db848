/**
 * Runs `work` while no other tab holds the lock of this name. Browsers without locks (plain http, blocked storage) run
 * it at once.
 */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  let began = false;
  const run = () => {
    began = true;
    return work();
  };
  try {
    if (navigator.locks) await navigator.locks.request(name, run);
  } catch (error) {
    if (began) throw error;
  }
  if (!began) await run();
}
