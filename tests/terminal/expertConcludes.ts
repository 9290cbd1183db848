import { newDesk } from '../support/desk.ts';
import { scoresAt } from '../support/materials.ts';
import { ITEMS, REASON } from '../support/review.ts';

/** The text with which an expert of the demo concludes. */
export const conclusionOf = (expert: string) => `${expert} 的结论（示例）`;

/** Scores every item of a review as one of its experts, from a desk of its own, and concludes. @throws if refused */
export async function expertConcludes(server: string, expert: string, id: string): Promise<void> {
  const own = await newDesk(server);
  const send = async (call: string, body: object) => {
    const { code, err } = await own.shp(['api', 'POST', call, '--input', '-'], { input: JSON.stringify(body) });
    if (code !== 0) throw new Error(`${call}: ${err}`);
  };
  try {
    await own.login(expert);
    await send('assessment/expert_scores', { id, items: scoresAt(ITEMS, 1, REASON) });
    await send('assessment/update_conclusion', { id, conclusion: conclusionOf(expert) });
  } finally {
    await own.clear();
  }
}
