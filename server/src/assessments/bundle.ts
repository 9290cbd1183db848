import type { Bundle } from '@shp/shared/trust/bundle';
import { type Services, transact } from '../context.ts';
import { findBundle } from '../store/repositories/printedConclusions.ts';

/**
 * The signed bundle of a printed conclusion. A conclusion older than the signatures is signed at the first request.
 * Null while signing is not possible; the conclusion stays readable.
 */
export async function bundleOf({ db, notary, health }: Services, assessment: string): Promise<Bundle | null> {
  const stored = await findBundle(db.read, assessment);
  if (stored) return JSON.parse(stored) as Bundle;
  if (stored === undefined || notary.fault !== null) return null;
  const act = { by: null, address: '', action: 'conclusion/sign' };
  try {
    await transact(db, act, async ({ concluded }) => concluded(assessment), notary);
  } catch (error) {
    health.note(error);
    return null;
  }
  const signed = await findBundle(db.read, assessment);
  return signed ? (JSON.parse(signed) as Bundle) : null;
}
