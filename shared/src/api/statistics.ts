import { z } from 'zod';
import { FINAL_MANAGERS, MANAGERS } from '../domain/accounts/roles.ts';
import { dayAt, isDayOrMonth } from '../domain/statistics/period.ts';
import { STAGES } from '../domain/statistics/progress.ts';
import { EXPIRING_DAYS } from '../domain/statistics/ratings.ts';
import { call, READ } from './call.ts';
import { level } from './objects.ts';
import { division, id, refuse } from './schemas.ts';

/** The roles that read statistics: never experts and stations, who are blind to others' work. */
export const STATISTICS_ROLES = ['admin', 'ministry_manager', ...MANAGERS, 'supervisor'] as const;
/** The roles that read statistics of experts. */
export const EXPERT_STATISTICS_ROLES = FINAL_MANAGERS;

/** A day or a month, as the first or last day of the period. */
const edge = (of: 'first' | 'last') =>
  z
    .string()
    .meta({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' })
    .superRefine((text, context) => {
      if (!isDayOrMonth(text)) refuse(context, { code: 'dayOrMonth' });
    })
    .transform((text) => dayAt(text, of));
const period = { from: edge('first').optional(), to: edge('last').optional() };
const place = { division: division.optional(), level: z.array(level).max(3).optional() };

/** An input whose period does not end before it begins. */
function input<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape).superRefine((given, context) => {
    const { from, to } = given as { from?: string; to?: string };
    if (from !== undefined && to !== undefined && from > to) {
      context.addIssue({ code: 'custom', path: ['from'], params: { reason: { code: 'period' } } });
    }
  });
}

const count = z.int().min(0);
const figure = z.number().nullable();

export const progressFigures = z.strictObject({
  stages: z.array(z.strictObject({ status: z.enum(STAGES), count, medianDays: figure, overdue: count })),
  months: z.array(z.strictObject({ month: z.string(), submitted: count, passed: count, failed: count })),
});
export const ratingFigures = z.array(
  z.strictObject({
    division: z.string(),
    name: z.string(),
    stations: count,
    capacity: z.number(),
    rated: z.array(z.strictObject({ level, stations: count, capacity: z.number() })),
    expiring: z.array(z.strictObject({ days: z.literal([...EXPIRING_DAYS]), stations: count })),
  }),
);

export const scoreFigures = z.strictObject({
  assessments: count,
  chapters: z.array(z.strictObject({ serial: z.string(), title: z.string(), self: figure, experts: figure })),
  items: z.array(
    z.strictObject({
      serial: z.string(),
      content: z.string(),
      points: z.number(),
      lost: z.number(),
      share: z.number(),
      stations: count,
    }),
  ),
  distribution: z.array(z.strictObject({ from: z.int(), to: z.int(), self: count, experts: count })),
});
export const expertFigures = z.array(
  z.strictObject({
    id,
    name: z.string(),
    load: count,
    concluded: count,
    medianDays: figure,
    severity: figure,
    spread: figure,
  }),
);

export const statistics = {
  'GET statistics/progress': call({
    summary: 'Open reviews by stage, and applications by month',
    who: STATISTICS_ROLES,
    reach: { kind: 'list', of: 'assessment' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: input({ ...place, ...period }),
    output: progressFigures,
  }),
  'GET statistics/ratings': call({
    summary: 'Stations and their valid ratings by division',
    who: STATISTICS_ROLES,
    reach: { kind: 'list', of: 'station' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ division: place.division }),
    output: ratingFigures,
  }),
  'GET statistics/scores': call({
    summary: 'Scores of concluded reviews: by chapter, by item, and their distribution',
    who: STATISTICS_ROLES,
    reach: { kind: 'list', of: 'assessment' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: input({ ...place, ...period, version: z.string().max(64).optional() }),
    output: scoreFigures,
  }),
  'GET statistics/experts': call({
    summary: "Experts' load, time and severity",
    who: EXPERT_STATISTICS_ROLES,
    reach: { kind: 'list', of: 'expert' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: input(period),
    output: expertFigures,
  }),
};
