import { z } from 'zod';
import { EXPORT, LIST, WRITE } from '../domain/accounts/tokens.ts';
import { USER_LIST_SORTS } from '../domain/lib/lists.ts';
import { assessmentFilter } from './assessments.ts';
import { BINARY, call } from './call.ts';
import { assessmentRow, latestAssessment, user } from './objects.ts';
import { division, format, headings, id, keyword, paged, paging } from './schemas.ts';
import { ratingFilter } from './users/lists.ts';

const OVERSEERS = ['admin', 'province_manager', 'supervisor'] as const;
const userId = id.optional();

export const supervision = {
  'GET supervise/stations': call({
    summary: 'Stations of an aggregate account, by account unless sorted',
    who: OVERSEERS,
    duty: 'any',
    reach: { kind: 'object', of: 'supervisor', at: 'userId' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({
      userId,
      ...paging,
      filter: keyword.optional(),
      linked: z.boolean().optional(),
      city: division.optional(),
      county: division.optional(),
      ...ratingFilter,
      sortBy: z.enum(USER_LIST_SORTS.stations).default('account'),
      desc: z.boolean().optional(),
    }),
    output: paged(user.extend({ linked: z.boolean(), latest: latestAssessment.nullable() })),
  }),
  'POST supervise/stations': call({
    summary: 'Link stations to an aggregate account',
    who: ['admin', 'province_manager'],
    duty: 'security',
    reach: { kind: 'object', of: 'supervisor', at: 'userId' },
    token: WRITE,
    audited: true,
    input: z.strictObject({
      userId: id,
      stationsId: z.array(id).max(20_000),
      mode: z.enum(['replace', 'add', 'remove']).default('replace'),
    }),
    output: z.strictObject({ count: z.int() }),
  }),
  'GET supervise/assessments': call({
    summary: "Assessments of an aggregate account's stations",
    who: OVERSEERS,
    duty: 'any',
    reach: { kind: 'object', of: 'supervisor', at: 'userId' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ userId, ...paging, ...assessmentFilter }),
    output: paged(assessmentRow),
  }),
  'GET supervise/assessments_export': call({
    summary: 'Supervised assessments as a file',
    who: OVERSEERS,
    duty: 'any',
    reach: { kind: 'object', of: 'supervisor', at: 'userId' },
    token: EXPORT,
    audited: true,
    refuses: ['too_many_requests'],
    input: z.strictObject({ userId, ...assessmentFilter, format, headings }),
    output: BINARY,
  }),
};
