import { ApiError, NetworkError } from '@shp/shared/api/errors';
import { withRetries } from '../../api/retry.ts';
import { Interrupted } from '../../core/errors.ts';
import type { JobTools, Outcome } from './jobs.ts';

const AT_ONCE = 6;

/**
 * Does one thing to many objects, a few at once. What concerns one object is its outcome; what would befall all the rest
 * as well ends the job. What is on its way when somebody stops the job is waited for.
 */
export async function forMany<T>(
  tools: JobTools,
  objects: readonly T[],
  labelOf: (object: T) => string,
  work: (object: T) => Promise<Omit<Outcome, 'label'>>,
): Promise<void> {
  let next = 0;
  let done = 0;
  let fatal: unknown = null;
  tools.at(0, objects.length);
  const one = async (object: T): Promise<void> => {
    const label = labelOf(object);
    try {
      const outcome = await withRetries(
        () => work(object),
        tools.signal,
        () => {},
      );
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
