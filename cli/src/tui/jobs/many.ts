import { ApiError, NetworkError } from '@shp/shared/api/errors';
import { withRetries } from '../../api/retry.ts';
import { Interrupted } from '../../lib/errors.ts';
import type { JobTools, Outcome } from './jobs.ts';

const AT_ONCE = 6;

/** Whether the server may have done what the failed request asked for. */
function isLost(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && [502, 504].includes(error.status));
}

/** Deletes; what is not there any more counts as deleted where the answer of an earlier try was lost. */
export async function deleteOne(call: () => Promise<unknown>, lost: boolean): Promise<void> {
  try {
    await call();
  } catch (error) {
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
    if (!(lost && gone)) throw error;
  }
}

/**
 * Does one thing to many objects, a few at once. What concerns one object is its outcome; what would befall all the rest
 * as well ends the job. What is on its way when somebody stops the job is waited for. `lost` says to a further try that
 * the answer of an earlier one was lost, so that it may have been done.
 */
export async function forMany<T>(
  tools: JobTools,
  objects: readonly T[],
  labelOf: (object: T) => string,
  work: (object: T, lost: boolean) => Promise<Omit<Outcome, 'label'>>,
): Promise<void> {
  let next = 0;
  let done = 0;
  let fatal: unknown = null;
  tools.at(0, objects.length);
  const one = async (object: T): Promise<void> => {
    const label = labelOf(object);
    let lost = false;
    const attempt = () =>
      work(object, lost).catch((error: unknown) => {
        lost ||= isLost(error);
        throw error;
      });
    try {
      const outcome = await withRetries(attempt, tools.signal, () => {});
      tools.outcome({ label, ...outcome });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error;
      const fields = Object.values(error.fields);
      tools.outcome({ label, result: 'failed', text: fields.length > 0 ? fields.join('; ') : error.message });
    }
  };
  const worker = async (): Promise<void> => {
    for (;;) {
      const object = objects[next];
      if (object === undefined || fatal !== null || tools.signal.aborted) return;
      next += 1;
      try {
        await one(object);
      } catch (error) {
        fatal ??= error;
        return;
      }
      done += 1;
      tools.at(done, objects.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (fatal !== null) throw fatal instanceof NetworkError && tools.signal.aborted ? new Interrupted() : fatal;
  if (done < objects.length) throw new Interrupted();
}
