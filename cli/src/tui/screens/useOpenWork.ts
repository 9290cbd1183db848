import { ApiError } from '@shp/shared/api/errors';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import type { Tui } from '@shp/shared/text/en/tui';
import { resetEffectLines } from '@shp/shared/text/resetEffects';
import { useEffect, useState } from 'react';
import type { Api } from '../../api/client.ts';
import { formatCount } from '../format.ts';
import { onlyOf, rowsOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import { countOf, type Selection } from '../list/selection.ts';
import { useSession } from '../session.ts';
import type { Texts } from '../texts.ts';
import { useTexts } from '../ui.ts';

/** The result of the lookup; `line` and `question` are for the second question. */
export type OpenWork = { state: 'looking' | 'nothing' } | { state: 'open' | 'unknown'; line: string; question: string };

/** Looks up at most this many selected accounts. */
const MAX_LOOKED_UP = 500;
const REQUESTS_AT_ONCE = 6;
/** Names at most this many assessments in the line. */
const NAMED = 2;

type Operation = keyof Tui['operations'];
/** Looks up what the accounts or the caller would lose; '' if nothing. */
type LookUp = (api: Api, ids: readonly string[], texts: Texts, signal: AbortSignal) => Promise<string>;
type Taking = keyof Tui['openWork']['questions'];

const TAKING: Partial<Record<Operation, Taking>> = { delete: 'delete', remove: 'delete', reset: 'reset' };

const LOOK_UP: Record<Taking, LookUp> = {
  async delete(api, ids, { tui }, signal) {
    const all = await forEach(ids, (id) => api.call('GET user/delete_effects', { id }, { signal }));
    const reviews = all.flatMap((one) => one.reviews);
    const applications = all.flatMap((one) => one.applications).length;
    if (reviews.length + applications === 0) return '';
    const scored = reviews.reduce((sum, review) => sum + review.scored, 0);
    const named = (count: number) => (count === 0 ? '' : formatCount(count));
    return tui.openWork.line(named(reviews.length), named(scored), named(applications));
  },
  async reset(api, ids, { lang, common }, signal) {
    const all = await forEach(ids, (id) => api.call('GET user/reset_effects', { id }, { signal }));
    const each = new Map(all.flatMap(({ assessments }) => assessments.map((one) => [one.id, one])));
    return resetEffectLines([...each.values()], lang, common, NAMED).join(common.marks.semicolon);
  },
};

/** The open work that an operation takes away. `unknown` if the lookup failed or too many rows are selected. */
export function useOpenWork<R extends { id: string }>(
  operation: Operation,
  model: ListModel<R>,
  target: Selection<R> | null,
): OpenWork {
  const texts = useTexts();
  const { api } = useSession();
  const taking = TAKING[operation];
  const few = target !== null && countOf(target) <= MAX_LOOKED_UP;
  const asked = taking !== undefined && few ? nameOf(target) : '';
  const [found, setFound] = useState<{ asked: string; line: string | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the target, whose rows a renewal replaces
  useEffect(() => {
    if (taking === undefined || target === null || asked === '') return undefined;
    const stop = new AbortController();
    const look = async () => {
      const rows = await rowsOf(model, target, stop.signal);
      return LOOK_UP[taking](
        api,
        rows.map(({ id }) => id),
        texts,
        stop.signal,
      );
    };
    look().then(
      (line) => !stop.signal.aborted && setFound({ asked, line }),
      () => !stop.signal.aborted && setFound({ asked, line: null }),
    );
    return () => stop.abort();
  }, [api, model, taking, asked, texts]);
  if (taking === undefined || target === null) return { state: 'nothing' };
  const { unknown, tooMany, anyway, accounts, questions } = texts.tui.openWork;
  const only = onlyOf(target);
  const who = only ? model.def.nameOf(only) : accounts(formatCount(countOf(target)));
  if (!few) return { state: 'unknown', line: tooMany(formatCount(MAX_LOOKED_UP)), question: anyway(who) };
  if (found?.asked !== asked) return { state: 'looking' };
  if (found.line === null) return { state: 'unknown', line: unknown, question: anyway(who) };
  return found.line === ''
    ? { state: 'nothing' }
    : { state: 'open', line: found.line, question: questions[taking](who) };
}

/** Tells two targets apart. */
function nameOf<R>(target: Selection<R>): string {
  return target.kind === 'picked'
    ? [...target.rows.keys()].join(' ')
    : JSON.stringify([target.query, [...target.except.keys()]]);
}

/** Makes the call for each account; skips accounts that are gone or not the caller's. */
async function forEach<T>(ids: readonly string[], call: (id: string) => Promise<T>): Promise<T[]> {
  const answers = await mapLimit(ids, REQUESTS_AT_ONCE, (id) =>
    call(id).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }),
  );
  return answers.filter((answer) => answer !== undefined);
}
