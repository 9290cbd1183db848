import { z } from 'zod';
import { MANAGERS } from '../../domain/accounts/roles.ts';
import { EXPORT, LIST, READ, WRITE } from '../../domain/accounts/tokens.ts';
import { FINDING_SORTS, FINDING_STATES, FINDING_TEXT_MAX, STEP_FILES_MAX } from '../../domain/findings/finding.ts';
import { FINDING_ROLES } from '../../domain/findings/steps.ts';
import { AS_QUERY } from '../assessments.ts';
import { BINARY, call } from '../call.ts';
import { date, division, format, headings, id, keyword, paged, paging, shownText, textOf } from '../schemas.ts';
import { finding, findingRow, findingState, serial } from './objects.ts';

/**
 * Filter of the list (docs/spec/wire.md#findings). `search`: a text in the finding, in its number or in the station's
 * name; `station`: a text in the station's name, or its id; `serial`: an
 * item, or all items of a chapter or element; `from` and `to`: the days on which it was found, inclusive.
 */
const findingFilter = {
  search: keyword.optional(),
  station: keyword.optional(),
  state: z.array(findingState).max(FINDING_STATES.length).optional(),
  overdue: z.boolean().optional(),
  serial: serial.optional(),
  division: division.optional(),
  from: date.optional(),
  to: date.optional(),
};

export const findings = {
  'GET finding/query': call({
    summary: 'Findings, newest first, by deadline, or what changed least recently first',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'list', of: 'finding' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ ...paging, ...findingFilter, sortby: z.enum(FINDING_SORTS).optional() }),
    output: paged(findingRow),
  }),
  'GET finding/export': call({
    summary: 'Findings as a file',
    who: ['admin', ...MANAGERS, 'station', 'supervisor'],
    duty: 'any',
    reach: { kind: 'list', of: 'finding' },
    token: EXPORT,
    audited: true,
    refuses: ['too_many_requests'],
    input: z.strictObject({ ...findingFilter, format, headings }),
    output: BINARY,
  }),
  'GET finding': call({
    summary: 'One finding with its steps and evidence',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'finding', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: finding,
  }),
  'POST finding/add': call({
    summary: "Add a finding of the station's own check, or of an inspection",
    who: FINDING_ROLES,
    duty: 'system',
    reach: { kind: 'object', of: 'station', at: 'station' },
    token: WRITE,
    audited: true,
    idempotent: true,
    input: z.strictObject({
      station: id.optional(),
      assessment: id.optional(),
      serial: serial.optional(),
      text: shownText(FINDING_TEXT_MAX),
      advice: textOf(FINDING_TEXT_MAX).default(''),
      due: date.optional(),
    }),
    output: z.strictObject({ id, no: z.string() }),
  }),
  'POST finding/step': call({
    summary: 'Take a step of a finding',
    who: FINDING_ROLES,
    duty: 'system',
    reach: { kind: 'object', of: 'finding', at: 'id' },
    token: WRITE,
    audited: true,
    refuses: ['conflict', 'transition_not_allowed', 'incomplete'],
    input: z.strictObject({
      id,
      events: z.number().int().min(1).optional(),
      to: findingState,
      text: textOf(FINDING_TEXT_MAX),
      due: date.optional(),
      files: z.array(id).max(STEP_FILES_MAX).optional(),
    }),
    output: finding,
  }),
};
