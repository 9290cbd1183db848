import { z } from 'zod';
import { FINDING_SOURCES, FINDING_STATES, FINDING_TEXT_MAX } from '../../domain/findings/finding.ts';
import { fileItem } from '../objects.ts';
import { date, id, role, shownText, textOf, time } from '../schemas.ts';

export const findingState = z.enum(FINDING_STATES).meta({ id: 'FindingState' });
export const serial = z.string().min(1).max(20);

/** A finding in a list. `lost` and `assessment` are null for one that no review made. */
export const findingRow = z
  .strictObject({
    id,
    no: z.string(),
    station: z.strictObject({ id, name: z.string(), division: z.string(), divisionName: z.string() }),
    assessment: z.strictObject({ id, number: z.string() }).nullable(),
    source: z.enum(FINDING_SOURCES),
    serial: z.string().nullable(),
    content: z.string().nullable(),
    contentEn: z.string().optional(),
    lost: z.number().nullable(),
    text: z.string(),
    advice: z.string(),
    state: findingState,
    due: z.string().nullable(),
    overdue: z.boolean(),
    createdAt: time,
    updatedAt: time,
    closedAt: time.nullable(),
  })
  .meta({ id: 'FindingRow' });
export type FindingRow = z.infer<typeof findingRow>;

/** One step of a finding; the first one is its making, with `from` null. `files`: ids of the step's evidence. */
const findingEvent = z
  .strictObject({
    from: findingState.nullable(),
    state: findingState,
    text: z.string(),
    due: z.string().nullable(),
    files: z.array(id),
    at: time,
    by: z.strictObject({ id, name: z.string(), role }).nullable(),
  })
  .meta({ id: 'FindingEvent' });
export type FindingEvent = z.infer<typeof findingEvent>;

/** A whole finding: its steps, its evidence, and the states into which the caller may bring it now. */
export const finding = findingRow
  .extend({
    events: z.array(findingEvent),
    files: z.array(fileItem),
    actions: z.array(findingState),
    mayAddFiles: z.boolean(),
  })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof finding>;

/** A finding as the final manager words it when concluding. */
export const givenFinding = z.strictObject({
  serial,
  text: shownText(FINDING_TEXT_MAX),
  advice: textOf(FINDING_TEXT_MAX).default(''),
  due: date.optional(),
});
