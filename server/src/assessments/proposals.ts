import { dayOf } from '@shp/shared/domain/lib/days';
import { type Services, transact } from '../context.ts';
import { proposalsOver } from '../store/proposals/proposals.ts';
import { settleProposal } from './steps.ts';

const AT_ONCE = 20;
const ACT = { by: null, address: '', action: 'assessment/proposal_over' };

/**
 * Makes every proposed decision whose public days are over the decision. Several servers may do this at once: each
 * proposal is judged again in its own transaction.
 */
export async function settleProposals({ db, notary }: Pick<Services, 'db' | 'notary'>): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const today = dayOf(new Date(db.now()));
    const over = (await proposalsOver(db.read, today, AT_ONCE)).filter((id) => !seen.has(id));
    if (over.length === 0) return;
    for (const id of over) {
      seen.add(id);
      await transact(db, ACT, (write) => settleProposal(write, id), notary);
    }
  }
}
