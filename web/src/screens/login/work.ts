import type { WorkChallenge } from '@shp/shared/api/sessionObjects';
import type { Solved } from './solver.ts';

/** A running task. */
export type Work = { code: Promise<string>; stop: () => void };

/** Solves a challenge in a worker. */
export function solveInWorker(challenge: WorkChallenge): Work {
  const worker = new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' });
  let stop = () => {};
  const code = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Solved>) =>
      'code' in data ? resolve(data.code) : reject(new Error(data.error));
    worker.onerror = (event) => reject(new Error(event.message));
    stop = () => reject(new Error('stopped'));
  }).finally(() => worker.terminate());
  // The code that awaits it reports the failure.
  code.catch(() => {});
  worker.postMessage(challenge);
  return { code, stop };
}
