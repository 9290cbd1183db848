import { formatCount } from '../format.ts';
import type { Texts } from '../texts.ts';
import type { Query } from './definition.ts';
import { filterText } from './filterValues.ts';
import type { ListModel } from './model.ts';
import { type Selection, sameQuery } from './selection.ts';

/** At most this many rows are named. */
const NAMED = 3;

/** The selected rows that were chosen under another filter and are not among the rows shown under this one. */
export function unseenRows<R extends { id: string }>(model: ListModel<R>, target: Selection<R>): R[] {
  if (target.kind === 'matching') return [];
  const hidden = new Map(target.rows);
  for (const [id] of target.rows) if (holds(target.from?.get(id), model.state.query)) hidden.delete(id);
  if (hidden.size > 0) for (const { id } of model.loaded()) hidden.delete(id);
  return [...hidden.values()];
}

/** Says which rows of an action's target are not shown under the list's filter; '' if all are. */
export function unseenText<R extends { id: string }>(model: ListModel<R>, target: Selection<R>, texts: Texts): string {
  const { list } = texts.tui;
  if (target.kind === 'matching') {
    if (sameQuery(target.query, model.state.query)) return '';
    return list.otherMatching(filterText(model.def.filters, target.query, texts));
  }
  const rows = unseenRows(model, target);
  if (rows.length === 0) return '';
  const names = rows.slice(0, NAMED).map((row) => model.def.nameOf(row));
  if (rows.length > NAMED) names.push('…');
  return `${list.unseen(formatCount(rows.length))}${texts.common.marks.colon}${names.join(texts.common.marks.list)}`;
}

/** Whether a row that matched one filter matches another for sure: each condition of the other was met already. */
function holds(met: Query | undefined, query: Query): boolean {
  if (met === undefined) return true;
  // The recycle bin has other rows, not fewer.
  if ((met.isDeleted === true) !== (query.isDeleted === true)) return false;
  return Object.entries(query).every(([key, value]) => {
    return value === undefined || value === false || JSON.stringify(value) === JSON.stringify(met[key]);
  });
}
