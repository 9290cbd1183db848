import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { applySavedToCache } from '../assessment/applySavedToCache.ts';
import { queries } from '../core/assessmentQueries.ts';
import { nextOrder } from '../core/device.ts';
import type { Saved } from '../outbox/outbox.ts';
import { partsOf } from '../outbox/senders.ts';
import { stored } from './lock.ts';
import { openOfflineCopies } from './store.ts';

/** A stored answer with the edits that the server has taken since. */
export function withSaved(
  key: string,
  input: Record<string, string>,
  value: unknown,
  saved: readonly Saved[],
): unknown {
  const queryKey = queryOf(key, input);
  if (!queryKey) return value;
  const cache = new OneAnswer(queryKey, value);
  for (const one of saved) applySavedToCache(cache as unknown as QueryClient, one);
  return cache.value;
}

/** What `applySavedToCache` uses of a query cache, for one answer: the library's own would make the first page larger. */
class OneAnswer implements Record<keyof Pick<QueryClient, 'getQueryData' | 'setQueryData' | 'isFetching'>, unknown> {
  private readonly name: string;

  constructor(
    queryKey: QueryKey,
    public value: unknown,
  ) {
    this.name = JSON.stringify(queryKey);
  }

  getQueryData(queryKey: QueryKey): unknown {
    return JSON.stringify(queryKey) === this.name ? this.value : undefined;
  }

  setQueryData(queryKey: QueryKey, next: unknown): void {
    if (JSON.stringify(queryKey) !== this.name) return;
    const made = typeof next === 'function' ? next(this.value) : next;
    if (made !== undefined) this.value = made;
  }

  isFetching(): number {
    return 0;
  }

  async cancelQueries(): Promise<void> {}

  async invalidateQueries(): Promise<void> {}
}

/** The query of a call whose answer contains what a person edits. */
function queryOf(key: string, { id = '', s1 = '', expertId = '' }: Record<string, string>): QueryKey | null {
  switch (key) {
    case 'GET assessment':
      return queries.assessment(id).queryKey;
    case 'GET assessment/events':
      return queries.events(id).queryKey;
    case 'GET assessment/station_scores':
      return queries.scores(id, 'station', s1).queryKey;
    case 'GET assessment/expert_scores':
      return queries.scores(id, { expertId }, s1).queryKey;
    case 'GET assessment/sum_station_score':
      return queries.sum(id, 'station').queryKey;
    case 'GET assessment/sum_expert_score':
      return queries.sum(id, { expertId }).queryKey;
    case 'GET assessment/experts_conclusion':
      return queries.expertsConclusion(id).queryKey;
    case 'GET finding':
      return queries.finding(id).queryKey;
    case 'GET assessment/manager_conclusion':
      return queries.managerConclusion(id).queryKey;
    default:
      return null;
  }
}

/** Keeps edits that the server has stored: offline, older answers are shown with them. */
export async function rememberSaved(account: string, saved: Saved): Promise<void> {
  const database = await openOfflineCopies();
  const [assessment = ''] = partsOf(saved.object).id.split('/');
  const holder = await database.get('holders', account);
  if (!holder || !(await database.get('taken', [account, assessment]))) return;
  const value = await stored(holder.lock, saved);
  await database.add('deltas', { account, assessment, at: Date.now(), order: nextOrder(), value });
}
