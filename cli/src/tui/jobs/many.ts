import { ApiError, NetworkError } from '@shp/shared/api/errors';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { withRetries } from '../../api/retry.ts';
import { Interrupted } from '../../lib/errors.ts';
import type { JobTools, Outcome } from './jobs.ts';

const PARALLEL = 6;

/** Whether the server may have processed the failed request. */
function isLost(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && [502, 504].includes(error.status));
}

/** Deletes an object. If an earlier response was lost, a missing object counts as deleted. */
export async function deleteOne(call: () => Promise<unknown>, lost: boolean): Promise<void> {
  try {
    await call();
  } catch (error) {
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
    if (!(lost && gone)) throw error;
  }
}

/**
 * Runs `work` on many objects with limited concurrency. An error of one object is its result; an error that would fail
 * the rest ends the job. When the job is stopped, it waits for calls in flight. `lost` tells a retry that an earlier
 * response was lost, so the work may already be done.
 */
export async function forMany<T>(
  tools: JobTools,
  objects: readonly T[],
  labelOf: (object: T) => string,
  work: (object: T, lost: boolean) => Promise<Omit<Outcome, 'label'>>,
): Promise<void> {
  let done = 0;
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
  const counted = (object: T) =>
    one(object).then(() => {
      done += 1;
      tools.at(done, objects.length);
    });
  await mapLimit(objects, PARALLEL, counted, tools.signal).catch((error: unknown) => {
    throw error instanceof NetworkError && tools.signal.aborted ? new Interrupted() : error;
  });
  if (done < objects.length) throw new Interrupted();
}
