import { ApiError } from '@shp/shared/api/errors';
import { isPassing } from '../../api/retry.ts';

/** The answer, or why there is none for this one object. @throws what would befall every other as well */
export async function orReason<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error) || error.status === 401 || error.status === 403) throw error;
    return Object.values(error.fields).join('; ') || error.message;
  }
}
