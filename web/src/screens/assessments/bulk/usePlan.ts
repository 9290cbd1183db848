import type { Assessment } from '@shp/shared/api/objects';
import { cityOf } from '@shp/shared/domain/accounts/divisions';
import { type Assignment, type AssignmentWish, ExpertPool } from '@shp/shared/domain/assessment/expertPool';
import { isOwnUnit } from '@shp/shared/domain/assessment/ownUnit';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Expert, everyExpert } from '../../../assessment/experts/everyExpert.ts';
import { client } from '../../../core/client.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useUser } from '../../../core/session.ts';
import type { Selected } from '../selection.ts';
import { useListText } from '../texts.ts';
import { whyNotAssignable } from './whyNotAssignable.ts';

/** The plan for one selected row: its experts afterwards, or why it gets none. */
export type PlannedRow = { readonly row: Selected } & (
  | {
      readonly plan: Assignment;
      readonly experts: ReadonlyMap<string, Expert>;
      /** The accounts of those who share a name with another expert. */
      readonly accounts: ReadonlyMap<string, string>;
      readonly ofCity: ReadonlySet<string>;
    }
  | { readonly reason: string }
);

/** The open reviews of an expert whom the plan gives some, now and after it. */
export type PlannedLoad = {
  readonly id: string;
  /** With the account where another expert has the same name. */
  readonly name: string;
  readonly before: number;
  readonly after: number;
};

const LANES = 6;

/** Reads the selected assessments and every expert, and plans as the command `assessments assign` does. */
export function usePlan(rows: readonly Selected[], wish: AssignmentWish | null) {
  const { common } = useText();
  const words = useListText();
  const caller = useUser();
  const [read, setRead] = useState(0);
  const open = useMemo(() => rows.filter((row) => whyNotAssignable(row, caller) === null), [rows, caller]);
  const found = useQuery({
    queryKey: ['assessments', 'plan', open.map(({ id }) => id)],
    queryFn: ({ signal }) => {
      setRead(0);
      const one = async ({ id }: Selected): Promise<Assessment> => {
        const assessment = await client.call('GET assessment', { id }, { signal });
        setRead((count) => count + 1);
        return assessment;
      };
      return mapLimit(open, LANES, one, signal);
    },
    // The plan shown is the one that is carried out.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const experts = useQuery({ ...everyExpert, staleTime: 0 });
  const plan = useMemo(() => {
    if (!found.data || !experts.data || wish === null) return null;
    const byId = new Map(found.data.flatMap((one) => (one ? [[one.id, one]] : [])));
    const pool = new ExpertPool<Expert>(experts.data);
    const planned = rows.map((row): PlannedRow => {
      const assessment = byId.get(row.id);
      const bar = whyNotAssignable(row, caller);
      if (bar !== null || !assessment)
        return {
          row,
          reason: bar === 'level' ? words.level(common.levels[row.level]) : words.status(common.statuses[row.status]),
        };
      const plan = pool.plan(assessment, wish, false);
      if ('why' in plan) {
        const reasons = { tooFew: words.bulk.tooFew, status: words.status(common.statuses[assessment.status]) };
        return { row, reason: plan.why === 'tooFew' ? reasons.tooFew : reasons.status };
      }
      const own = plan.next.flatMap((id) => {
        const expert = plan.before.includes(id) ? undefined : pool.find(id);
        return expert && isOwnUnit(expert, assessment) ? [expert.profile.name] : [];
      });
      if (own.length > 0) return { row, reason: words.ownUnit(own.join(common.marks.list)) };
      const isOfCity = (id: string) => {
        const division = pool.find(id)?.division ?? null;
        return division !== null && cityOf(division) === assessment.city;
      };
      const named = new Map(
        plan.next.flatMap((id) => {
          const expert = pool.find(id);
          return expert ? [[id, expert] as const] : [];
        }),
      );
      const accounts = new Map(
        plan.next.flatMap((id) => {
          const account = pool.accountOfNamesake(id);
          return account === null ? [] : [[id, account] as const];
        }),
      );
      return { row, plan, experts: named, accounts, ofCity: new Set(plan.next.filter(isOfCity)) };
    });
    return { planned, loads: loadsOf(planned, pool) };
  }, [found.data, experts.data, wish, rows, caller, words, common]);
  return { ...plan, read, toRead: open.length, error: found.error ?? experts.error, refetch: found.refetch };
}

/** Of each expert who gets some, in the order of the plan. */
function loadsOf(planned: readonly PlannedRow[], pool: ExpertPool<Expert>): PlannedLoad[] {
  const added = planned.flatMap((one) =>
    'plan' in one ? one.plan.next.filter((id) => !one.plan.before.includes(id)) : [],
  );
  return [...new Set(added)].flatMap((id) => {
    const expert = pool.find(id);
    if (!expert) return [];
    const { load, profile } = expert;
    const name = [profile.name, pool.accountOfNamesake(id)].filter(Boolean).join(' ');
    return { id, name, before: load, after: load + added.filter((one) => one === id).length };
  });
}
