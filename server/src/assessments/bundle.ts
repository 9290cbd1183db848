import type { Bundle } from '@shp/shared/trust/bundle';
import { type Services, transact } from '../context.ts';
import { findBundle } from '../store/repositories/printedConclusions.ts';

/**
 * The bundle that proves a printed conclusion. One from before there were signatures is signed when it is first asked
 * for. Null while nothing can be signed: the conclusion is readable all the same.
 */
export async function bundleOf({ db, notary, health }: Services, assessment: string): Promise<Bundle | null> {
  const kept = await findBundle(db.read, assessment);
  if (kept) return JSON.parse(kept) as Bundle;
  if (kept === undefined || notary.fault !== null) return null;
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
