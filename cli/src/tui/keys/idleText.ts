import type { CallKey } from '@shp/shared/api/index';
import { keyName } from '../format.ts';
import { isAdmitted } from '../permissions.ts';
import type { Me } from '../session.ts';
import type { Texts } from '../texts.ts';
import { KEYS, type KeyRow, type Need, type Place } from './keys.ts';

/** Places that a user knows by name. */
const NAMED: readonly Place[] = [
  'users',
  'assessments',
  'documents',
  'findings',
  'notices',
  'assessment',
  'items',
  'jobs',
  'list',
];
/** As many acts as a line has room for. */
const MOST = 3;
/** The call without which a key is never for an account. */
const CALLS: Partial<Record<Need, CallKey>> = {
  applyRight: 'POST assessment/add_assessment',
  assignRight: 'POST assessment/assign_experts',
  concludeRight: 'POST assessment/update_conclusion',
  answerRight: 'POST assessment/answer_remark',
  readersRight: 'POST document/update_roles',
};

/** Says that a key does nothing here, and what it does in which places. */
export function idleText(key: string, me: Me, texts: Texts): string {
  const { tui, common } = texts;
  const idle = tui.why.idle(keyName(key, texts));
  // A digit goes to a tab, but the last ones have none.
  if (/^\d$/.test(key)) return idle;
  const places = new Map<string, string[]>();
  for (const { id, place } of KEYS.filter((row) => row.keys.includes(key) && isFor(row, me))) {
    const label = tui.keys[id];
    places.set(label, [...(places.get(label) ?? []), tui.places[place]]);
  }
  const acts = [...places]
    .slice(0, MOST)
    .map(([label, in_]) => `${label}${common.marks.brackets(in_.join(common.marks.list))}`);
  return acts.length === 0 ? idle : tui.why.elsewhere(idle, acts.join(common.marks.list));
}

function isFor({ id, place, needs = [] }: KeyRow, me: Me): boolean {
  if (!NAMED.includes(place) || (id === 'remark' && me.role === 'station')) return false;
  return needs.every((need) => {
    const call = CALLS[need];
    return call === undefined || isAdmitted(me, call);
  });
}
