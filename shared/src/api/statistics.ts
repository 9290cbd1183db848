import { z } from 'zod';
import { FINAL_MANAGERS, MANAGERS } from '../domain/accounts/roles.ts';
import { EXPORT, READ } from '../domain/accounts/tokens.ts';
import { ALL_STATISTICS_LISTS, STATISTICS_EXPORTS, STATISTICS_LISTS } from '../domain/statistics/exports.ts';
import { dayAt, isDayOrMonth } from '../domain/statistics/period.ts';
import { STAGES } from '../domain/statistics/progress.ts';
import { EXPIRING_DAYS } from '../domain/statistics/ratings.ts';
import { BINARY, call } from './call.ts';
import { level } from './objects.ts';
import { division, format, headings, id, refuse, refuseAt } from './schemas.ts';

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

/** Refuses a period that ends before it begins. */
function checkPeriod(given: object, context: z.core.$RefinementCtx): void {
  const { from, to } = given as { from?: string; to?: string };
  if (from !== undefined && to !== undefined && from > to) refuseAt(context, 'from', { code: 'period' });
}

const version = z.string().max(64).optional();

/** The filters of each statistics call. */
const FILTERS = {
  progress: { ...place, ...period },
  ratings: { division: place.division },
  scores: { ...place, ...period, version },
  experts: period,
  findings: { division: place.division, ...period },
};

const input = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape).superRefine(checkPeriod);

const exportInput = z
  .strictObject({
    what: z.enum(STATISTICS_EXPORTS),
    list: z.enum(ALL_STATISTICS_LISTS).optional(),
    ...FILTERS.scores,
    format,
    headings,
  })
  .superRefine((given, context) => {
    checkPeriod(given, context);
    const { what, list, format, headings: _, ...filters } = given;
    if (what === 'report') {
      if (format !== 'xlsx') refuseAt(context, 'format', { code: 'oneOf', values: ['xlsx'] });
      if (list !== undefined) refuseAt(context, 'list', { code: 'unknownKey' });
      return;
    }
    const lists: readonly string[] = STATISTICS_LISTS[what];
    if (list !== undefined && !lists.includes(list)) refuseAt(context, 'list', { code: 'oneOf', values: lists });
    for (const [key, value] of Object.entries(filters)) {
      if (value !== undefined && !Object.hasOwn(FILTERS[what], key)) refuseAt(context, key, { code: 'unknownKey' });
    }
  });

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
  chapters: z.array(
    z.strictObject({
      serial: z.string(),
      version: z.string(),
      title: z.string(),
      self: figure,
      experts: figure,
      reviews: count,
    }),
  ),
  items: z.array(
    z.strictObject({
      serial: z.string(),
      version: z.string(),
      content: z.string(),
      points: z.number(),
      lost: z.number(),
      share: z.number(),
      reviews: count,
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

const rectified = { open: count, overdue: count, closed: count, medianDays: figure };
export const findingFigures = z.strictObject({
  ...rectified,
  items: z.array(z.strictObject({ serial: z.string(), content: z.string(), ...rectified })),
  divisions: z.array(z.strictObject({ division: z.string(), name: z.string(), ...rectified })),
});

export const statistics = {
  'GET statistics/progress': call({
    summary: 'Open reviews by stage, and applications by month',
    who: STATISTICS_ROLES,
    duty: 'any',
    reach: { kind: 'list', of: 'assessment' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: input(FILTERS.progress),
    output: progressFigures,
  }),
  'GET statistics/ratings': call({
    summary: 'Stations and their valid ratings by division',
    who: STATISTICS_ROLES,
    duty: 'any',
    reach: { kind: 'list', of: 'station' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject(FILTERS.ratings),
    output: ratingFigures,
  }),
  'GET statistics/scores': call({
    summary: 'Scores of concluded reviews: by chapter, by item, and their distribution',
    who: STATISTICS_ROLES,
    duty: 'any',
    reach: { kind: 'list', of: 'assessment' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: input(FILTERS.scores),
    output: scoreFigures,
  }),
  'GET statistics/experts': call({
    summary: "Experts' load, time and severity",
    who: EXPERT_STATISTICS_ROLES,
    duty: 'any',
    reach: { kind: 'list', of: 'expert' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: input(FILTERS.experts),
    output: expertFigures,
  }),
  'GET statistics/findings': call({
    summary: 'Findings: open, overdue, closed and the days to close, by item and by division',
    who: STATISTICS_ROLES,
    duty: 'any',
    reach: { kind: 'list', of: 'finding' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: input(FILTERS.findings),
    output: findingFigures,
  }),
  'GET statistics/export': call({
    summary: 'Statistics as a sheet, or the report of all as a workbook',
    who: STATISTICS_ROLES,
    duty: 'any',
    reach: { kind: 'list', of: 'assessment' },
    token: EXPORT,
    audited: true,
    input: exportInput,
    output: BINARY,
  }),
};
