import type { Person } from '../../tests/support/contract.ts';
import { ITEMS } from '../../tests/support/review.ts';
import { type Client, must } from './clients.ts';

const SECTION = '1';
const CHOSEN = ITEMS.filter(({ serial }) => serial.startsWith(`${SECTION}.`)).slice(0, 20);

/** An expert who scores the same items again and again: each batch is there whole or not at all. */
export function scorer(expert: Person, id: string): Client {
  let answered = 0;
  let sent = 0;
  return {
    name: `scores of ${expert.account}`,
    get answered() {
      return answered;
    },
    async act() {
      sent = answered + 1;
      const items = CHOSEN.map(({ serial, score }) => ({
        serial,
        score: Math.floor((score * (sent % 7)) / 7),
        missing: false,
        reason: `${sent}`,
      }));
      await expert.api.call('POST assessment/expert_scores', { id, items });
      answered = sent;
    },
    async check() {
      const there = await expert.api.call('GET assessment/expert_scores', { id, expertId: expert.id, s1: SECTION });
      const reasons = new Map(there.map(({ serial, reason }) => [serial, reason]));
      const turns = new Set(CHOSEN.map(({ serial }) => reasons.get(serial) || '0'));
      const [turn] = turns;
      must(turns.size === 1, () => `half a batch: ${[...turns].join(', ')}`);
      const found = Number(turn);
      must(found === answered || found === sent, () => `batch ${found} is there, ${answered} was answered`);
      answered = found;
    },
  };
}
