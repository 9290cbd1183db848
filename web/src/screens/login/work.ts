import type { WorkChallenge } from '@shp/shared/api/sessionObjects';
import type { Solved } from './solver.ts';

/** A task under way. */
export type Work = { code: Promise<string>; stop: () => void };

/** Has a worker solve a challenge. */
export function startWork(challenge: WorkChallenge): Work {
  const worker = new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' });
  let stop = () => {};
  const code = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Solved>) =>
      'code' in data ? resolve(data.code) : reject(new Error(data.error));
    worker.onerror = (event) => reject(new Error(event.message));
    stop = () => reject(new Error('stopped'));
  }).finally(() => worker.terminate());
  // Its failure is shown by the one who waits for it.
  code.catch(() => {});
  worker.postMessage(challenge);
  return { code, stop };
}
