import type { Output } from '@shp/shared/api/index';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import type { ScoreRow } from '@shp/shared/sheets/scores';
import type { Api } from '../../api/client.ts';

/** The owner of scores: the station, or one expert. */
type Owner = { expertId: string | null };
/** All items of the standard with the owner's scores. */
export type Board = { owner: Owner; rows: readonly ScoreRow[] };

const NOTHING = { score: null, missing: false, reason: '' };

/** Reads the scores of the named expert, else the caller's own (experts) or the station's (others). */
export async function readBoard(api: Api, id: string, expert: string | undefined): Promise<Board> {
  const [me, { sections }] = await Promise.all([
    api.call('GET user', {}),
    api.call('GET assessment/standard', { asm_id: id }),
  ]);
  const owner = { expertId: expert ?? (me.role === 'expert' ? me.id : null) };
  const chapters = await Promise.all(sections.map(({ serial }) => scoresOf(api, id, owner, serial)));
  const given = new Map(chapters.flat().map((item) => [item.serial, item]));
  const items = sections.flatMap(({ children }) => children.flatMap((element) => element.items));
  return { owner, rows: items.map((item) => ({ item, given: stateOf(given.get(item.serial)) })) };
}

function scoresOf(
  api: Api,
  id: string,
  { expertId }: Owner,
  s1: string,
): Promise<Output<'GET assessment/station_scores'>> {
  return expertId === null
    ? api.call('GET assessment/station_scores', { id, s1 })
    : api.call('GET assessment/expert_scores', { id, expertId, s1 });
}

function stateOf(item: ScoreItem | undefined): ScoreRow['given'] {
  const { score, missing, reason } = item ?? NOTHING;
  return { score, missing, reason };
}
