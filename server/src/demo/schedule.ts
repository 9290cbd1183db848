import { DAY } from '@shp/shared/domain/lib/days';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import type { Station } from './people.ts';
import type { Random } from './random.ts';
import { type Age, CLOSED_SCENARIOS, type Move, OPEN_SCENARIOS, type Scenario } from './scenarios.ts';
import { APPLICATIONS_FROM } from './times.ts';

/** One planned application: its station, its moves, and the time of each move. */
export type Episode = { station: Station; scenario: Scenario; createdAt: number; times: number[] };

/** Open applications began at most 150 days ago; the station's earlier ones had ended by then. */
const OPEN_SPAN = 150 * DAY;
const VALIDITY = DEFAULT_SETTINGS.validYears * 365 * DAY;

/** How long ago a station's last closed application ended, in days before today. */
const ENDED: Record<Age, readonly [from: number, to: number]> = {
  valid: [OPEN_SPAN + 10 * DAY, 900 * DAY],
  ending: [VALIDITY - 85 * DAY, VALIDITY - 10 * DAY],
  expired: [VALIDITY + 30 * DAY, VALIDITY + 400 * DAY],
};

/** Days from the previous move to each move. */
const TAKES: Record<Move, readonly [from: number, to: number]> = {
  submit: [3, 25],
  takeBack: [0.1, 2],
  withdraw: [1, 10],
  passFirst: [1, 10],
  return: [1, 10],
  startReview: [1, 8],
  endReview: [6, 25],
  endReviewEarly: [15, 40],
  reopenReview: [1, 4],
  pass: [1, 8],
  fail: [1, 8],
  revoke: [60, 300],
};

/** Distributes the applications evenly; each station's follow one another, oldest first. */
export function planEpisodes(
  random: Random,
  stations: readonly Station[],
  assessments: number,
  today: number,
): Episode[] {
  const each = Math.floor(assessments / stations.length);
  const more = assessments % stations.length;
  const episodes = stations.flatMap((station, index) => {
    const count = each + (index < more ? 1 : 0);
    return planStation(random, station, index, count, today);
  });
  return episodes.sort((a, b) => a.createdAt - b.createdAt);
}

function planStation(random: Random, station: Station, index: number, count: number, today: number): Episode[] {
  if (count === 0) return [];
  const open = OPEN_SCENARIOS[index] ?? (random.chance(0.45) ? random.pick(OPEN_SCENARIOS) : null);
  const closed = open ? count - 1 : count;
  const episodes = Array.from({ length: closed }, (_, place) => {
    const last = place === closed - 1;
    return (last && CLOSED_SCENARIOS[index]) || random.pick(CLOSED_SCENARIOS);
  });
  const planned = planClosed(random, station, episodes, today);
  if (open) {
    const end = today - random.int(DAY / 3, 20 * DAY);
    planned.push(schedule(random, station, open, { from: today - OPEN_SPAN, end }));
  }
  return planned;
}

/** Each gets its own slot between the first application and the day on which the last one ended. */
function planClosed(random: Random, station: Station, scenarios: readonly Scenario[], today: number): Episode[] {
  const [from, to] = ENDED[scenarios.at(-1)?.age ?? 'valid'];
  const until = today - random.int(from, to);
  const slot = (until - APPLICATIONS_FROM) / scenarios.length;
  return scenarios.map((scenario, index) => {
    const start = APPLICATIONS_FROM + slot * index;
    const spare = index === scenarios.length - 1 ? 0 : random.between(0, slot / 5);
    return schedule(random, station, scenario, { from: Math.ceil(start), end: Math.floor(start + slot - spare) });
  });
}

/** The moves at their usual intervals, shortened if there is no room. */
function schedule(random: Random, station: Station, scenario: Scenario, room: { from: number; end: number }): Episode {
  const gaps = scenario.moves.map((move) => random.between(...TAKES[move]) * DAY);
  const scale = Math.min(1, (room.end - room.from) / sum(gaps));
  const times = gaps.map((_, index) => room.end - Math.floor(scale * sum(gaps.slice(index + 1))));
  return { station, scenario, createdAt: room.end - Math.floor(scale * sum(gaps)), times };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
