import type { Event } from '@shp/shared/api/objects';
import { PHASE_NAMES, PHASES, PHASES_DONE, type Phase } from '@shp/shared/domain/assessment/phases';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { dayOf } from '@shp/shared/domain/lib/days';

type Stage = { stage: Phase; state: 'done' | 'current' | 'todo'; on?: string };

/** Each stage with the day on which it ended. An application that was withdrawn has no current stage. */
export function stagesOf(status: Status, events: readonly Event[]): Stage[] {
  const ends = Object.values(PHASES).map((ended: readonly Status[]) =>
    events.findLast((event) => ended.includes(event.status)),
  );
  // A return begins again: only what ended after it counts.
  const current = PHASES_DONE[status] ?? ends.findLastIndex((end) => end !== undefined) + 1;
  return PHASE_NAMES.map((stage, index) => {
    const end = ends[index];
    if (index < current) return { stage, state: 'done', ...(end ? { on: dayOf(end.at) } : {}) };
    return { stage, state: index === current && status !== 'withdrawn' ? 'current' : 'todo' };
  });
}
