import type { Assessment, AssessmentRow } from '@shp/shared/api/objects';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { useEffect, useState } from 'react';
import { type Experts, readExperts } from '../../../bulk/assign/experts.ts';
import { resultOrReason } from '../../../bulk/assign/plan.ts';
import { type Found, mayAssign } from '../../jobs/assignPlan.ts';
import { rowsOf } from '../../list/actionTarget.ts';
import type { ListModel } from '../../list/model.ts';
import type { Selection } from '../../list/selection.ts';
import { useSession } from '../../session.ts';

const PARALLEL = 8;

/** What an assignment is planned with; null until it is read. */
export type Reading = {
  readonly rows: readonly AssessmentRow[] | null;
  readonly read: { readonly found: Found; readonly experts: Experts } | null;
  readonly done: number;
};

/** Reads the target's rows, then the assessments that may get experts, and all experts. */
export function useReading(model: ListModel<AssessmentRow>, asked: Selection<AssessmentRow>): Reading {
  const { api, me, fail } = useSession();
  const [target] = useState(asked);
  const [reading, setReading] = useState<Reading>({ rows: null, read: null, done: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const change = (next: Partial<Reading>) => {
      if (!signal.aborted) setReading((now) => ({ ...now, ...next }));
    };
    const one = async ({ id }: AssessmentRow): Promise<[string, Assessment | string]> => [
      id,
      await resultOrReason(() => api.call('GET assessment', { id }, { signal })),
    ];
    const work = async () => {
      const rows = await rowsOf(model, target, signal);
      change({ rows });
      const experts = readExperts(api);
      // An error is thrown below, when the assessments are read.
      experts.catch(() => {});
      const open = rows.filter((row) => mayAssign(row, me));
      let done = rows.length - open.length;
      const counted = async (row: AssessmentRow) => {
        const found = await one(row);
        done += 1;
        if (done % 50 === 0) change({ done });
        return found;
      };
      const found = new Map((await mapLimit(open, PARALLEL, counted, signal)).filter((each) => each !== undefined));
      change({ read: { found, experts: await experts }, done });
    };
    work().catch((error: unknown) => {
      if (!signal.aborted) fail(error);
    });
    return () => stop.abort();
  }, [api, me, fail, model, target]);
  return reading;
}
