import type { Event } from '@shp/shared/api/objects';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { dayOf } from '@shp/shared/domain/lib/days';

/** The stages of an assessment, and the statuses whose beginning ends each. */
const STAGES = {
  application: ['submitted'],
  firstReview: ['first_passed'],
  experts: ['reviewed'],
  conclusion: ['passed', 'failed'],
} as const satisfies Record<string, readonly Status[]>;
type StageName = keyof typeof STAGES;

const STAGE_OF: Partial<Record<Status, number>> = {
  draft: 0,
  returned: 0,
  submitted: 1,
  first_passed: 2,
  reviewing: 2,
  reviewed: 3,
  passed: 4,
  failed: 4,
  revoked: 4,
};

type Stage = { stage: StageName; state: 'done' | 'current' | 'todo'; on?: string };

/** Each stage with the day on which it ended. An application that was withdrawn has no current stage. */
export function stagesOf(status: Status, events: readonly Event[]): Stage[] {
  const ends = Object.values(STAGES).map((ended: readonly Status[]) =>
    events.findLast((event) => ended.includes(event.status)),
  );
  // A return begins again: only what ended after it counts.
  const current = STAGE_OF[status] ?? ends.findLastIndex((end) => end !== undefined) + 1;
  return (Object.keys(STAGES) as StageName[]).map((stage, place) => {
    const end = ends[place];
    if (place < current) return { stage, state: 'done', ...(end ? { on: dayOf(end.at) } : {}) };
    return { stage, state: place === current && status !== 'withdrawn' ? 'current' : 'todo' };
  });
}
