import type { Finding } from '@shp/shared/api/findings/objects';
import type { Assessment } from '@shp/shared/api/objects';
import type { ScoreSum } from '@shp/shared/domain/standard/scoring';
import { chapterOf } from '@shp/shared/domain/standard/standard';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type Owner, queries, type StoredScore } from '../core/assessmentQueries.ts';
import { invalidateQueries } from '../core/invalidateQueries.ts';
import { readSession } from '../core/session.ts';
import type { Saved } from '../outbox/outbox.ts';
import { partsOf, type ScoreState } from '../outbox/senders.ts';

/** Writes saved values into the query cache, so that fields do not jump back to old values. */
export function applySavedToCache(cache: QueryClient, saved: Saved): void {
  const { kind, id } = partsOf(saved.object);
  const [assessment = '', part = ''] = id.split('/');
  if (kind === 'form') applyForm(cache, id, saved);
  if (kind === 'stationScores') applyScores(cache, assessment, 'station', saved);
  if (kind === 'expertScores') applyScores(cache, assessment, { expertId: part }, saved);
  if (kind === 'expertConclusion') applyConclusion(cache, assessment, part, saved);
  if (kind === 'remarkAnswers') applyAnswers(cache, id, saved);
  if (kind === 'findingStep') applyFinding(cache, part, saved);
  if (kind === 'newFinding' || kind === 'findingStep') void invalidateQueries(cache, { queryKey: ['findings'] });
  if (kind === 'managerConclusion') applyManagerConclusion(cache, assessment, saved);
}

function applyFinding(cache: QueryClient, id: string, { answer }: Saved): void {
  const { queryKey } = queries.finding(id);
  if (answer === null) void invalidateQueries(cache, { queryKey });
  else cache.setQueryData(queryKey, answer as Finding);
}

function applyManagerConclusion(cache: QueryClient, id: string, { values: [first], answer }: Saved): void {
  const { queryKey } = queries.managerConclusion(id);
  const { user } = readSession();
  fresh(cache, queryKey);
  const conclusion = (first?.[1] as string | undefined) ?? '';
  cache.setQueryData(queryKey, (before) => {
    // Without an answer the value may be another user's: keep the cached author until the refetch below.
    const by = answer === null ? before?.by : user && { id: user.id, name: user.profile.name };
    return conclusion === '' || !by ? null : { conclusion, by, at: new Date().toISOString() };
  });
  if (answer === null) void invalidateQueries(cache, { queryKey });
  void invalidateQueries(cache, { predicate: ({ queryKey: [kind, of] }) => kind === 'nextSteps' && of === id });
}

function applyAnswers(cache: QueryClient, id: string, { values }: Saved): void {
  const { queryKey } = queries.events(id);
  const { user } = readSession();
  fresh(cache, queryKey);
  const by = { id: user?.id ?? '', name: user?.profile.name ?? '' };
  cache.setQueryData(queryKey, (events) =>
    events?.map((event) => ({
      ...event,
      remarks: event.remarks.map((remark, index) => {
        const written = values.find(([place]) => place === `${event.id}/${index}`);
        if (!written) return remark;
        const text = String(written[1] ?? '');
        const sent = (remark.answers ?? []).filter((answer) => answer.sent);
        const own = { text, at: new Date().toISOString(), by, sent: false };
        return { ...remark, answers: text === '' ? sent : [...sent, own] };
      }),
    })),
  );
}

function applyConclusion(cache: QueryClient, id: string, expertId: string, { values: [first] }: Saved): void {
  const { queryKey } = queries.expertsConclusion(id);
  fresh(cache, queryKey);
  const text = (first?.[1] as string | undefined) ?? '';
  cache.setQueryData(queryKey, (before) => {
    if (!before) return undefined;
    const others = before.filter((one) => one.expertId !== expertId);
    const own = before.find((one) => one.expertId === expertId) ?? { expertId, name: '', score100: 0, at: null };
    return [...others, { ...own, conclusion: text }];
  });
}

function applyForm(cache: QueryClient, id: string, { answer, values }: Saved): void {
  const { queryKey } = queries.assessment(id);
  fresh(cache, queryKey);
  cache.setQueryData(queryKey, (before): Assessment | undefined => {
    if (answer !== null) return answer as Assessment;
    if (!before) return undefined;
    const form: Record<string, Record<string, unknown>> = structuredClone(before.form);
    for (const [place, value] of values) {
      const [part = '', key = ''] = place.split('.');
      form[part] = { ...form[part], [key]: value };
    }
    return { ...before, form: form as unknown as Assessment['form'] };
  });
}

function applyScores(cache: QueryClient, id: string, owner: Owner, { values, answer }: Saved): void {
  for (const s1 of new Set(values.map(([serial]) => chapterOf(serial)))) {
    const { queryKey } = queries.scores(id, owner, s1);
    fresh(cache, queryKey);
    cache.setQueryData(queryKey, (before): StoredScore[] | undefined => {
      if (!before) return undefined;
      const written = values.filter(([serial]) => chapterOf(serial) === s1);
      const others = before.filter(({ serial }) => !written.some(([one]) => one === serial));
      const byAdmin = readSession().user?.role === 'admin' ? { byAdmin: true } : {};
      return [...others, ...written.map(([serial, value]) => ({ serial, ...(value as ScoreState), ...byAdmin }))];
    });
    if (cache.getQueryData(queryKey) === undefined)
      void invalidateQueries(cache, { queryKey: queries.titles(id).queryKey });
  }
  const sum = (answer as { sum?: ScoreSum } | null)?.sum;
  if (sum === undefined) return;
  cache.setQueryData(queries.sum(id, owner).queryKey, sum);
  if (owner !== 'station') return;
  const scored = new Map(sum.sections.map((section) => [section.serial, section.scored]));
  cache.setQueryData(queries.titles(id).queryKey, (titles) =>
    titles?.map((title) => ({ ...title, stationScored: scored.get(title.serial) ?? title.stationScored })),
  );
}

/** A response in flight may be older than the change: fetch again. */
function fresh(cache: QueryClient, queryKey: QueryKey): void {
  if (cache.isFetching({ queryKey, exact: true }) > 0) void invalidateQueries(cache, { queryKey, exact: true });
}
