import { dayOf } from '@shp/shared/domain/lib/days';
import { type Services, transact } from '../context.ts';
import { proposalsOver } from '../store/proposals/proposals.ts';
import { settleProposal } from './steps.ts';

const BATCH_SIZE = 20;
const ACT = { by: null, address: '', action: 'assessment/proposal_over' };

/**
 * Passes every assessment whose public notice period has ended. Several servers may do this at the same time: each
 * proposal is checked again in its own transaction.
 */
export async function settleProposals({ db, notary }: Pick<Services, 'db' | 'notary'>): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const today = dayOf(new Date(db.now()));
    const over = (await proposalsOver(db.read, today, BATCH_SIZE)).filter((id) => !seen.has(id));
    if (over.length === 0) return;
    for (const id of over) {
      seen.add(id);
      await transact(db, ACT, (write) => settleProposal(write, id), notary);
    }
  }
}
