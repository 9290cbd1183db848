import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './load.ts';
import { memory, startOurs } from './servers.ts';

const STARTS = 7;
const IDLE_MS = 5_000;

/** From starting the command on a filled database to its first healthy answer, and its memory when nothing happens. */
export async function serving(data: string, url?: string) {
  const times: number[] = [];
  let idle = 0;
  for (let run = 0; run < STARTS; run++) {
    const began = performance.now();
    const ours = await startOurs(data, url);
    const answer = await fetch(`${ours.url}/api/health`);
    if (!answer.ok) throw new Error(`health answered ${answer.status}`);
    times.push(performance.now() - began);
    if (run === STARTS - 1) {
      await sleep(IDLE_MS);
      idle = memory(ours.pid);
    }
    await ours.stop();
  }
  return { milliseconds: Math.round(median(times)), fastest: Math.round(Math.min(...times)), idleMegabytes: idle };
}
