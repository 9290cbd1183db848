import { z } from 'zod';
import { SPECIALTIES } from '../../domain/accounts/profiles.ts';
import { UNIT_ROLES, USER_KINDS } from '../../domain/accounts/roles.ts';
import { EXPORT, LIST, READ } from '../../domain/accounts/tokens.ts';
import { CAPACITY_MAX, EXPIRING_MAX, RATED, USER_LIST_SORTS } from '../../domain/lib/lists.ts';
import { BINARY, call } from '../call.ts';
import { managerNode, user } from '../objects.ts';
import { division, format, headings, keyword, paged, paging } from '../schemas.ts';
import { ADMIN_MANAGERS, ADMIN_PROVINCE } from './users.ts';

const deleted = { isDeleted: z.boolean().default(false) };
const order = <const S extends readonly [string, ...string[]]>(fields: S) => ({
  sortBy: z.enum(fields).optional(),
  desc: z.boolean().optional(),
});

/** `expiring`: the best rating ends within this number of days from today. */
export const ratingFilter = {
  rated: z.enum(RATED).optional(),
  expiring: z.int().min(0).max(EXPIRING_MAX).optional(),
};

const capacity = z.int().min(0).max(CAPACITY_MAX).optional();

/** The filters of each user list; `user/export` accepts those of the kind that it exports. */
const userFilters = {
  managers: {
    ...deleted,
    keyword: keyword.optional(),
    role: z.enum(UNIT_ROLES).optional(),
    city: division.optional(),
    ...order(USER_LIST_SORTS.managers),
  },
  experts: {
    ...deleted,
    keyword: keyword.optional(),
    specialty: z.enum(SPECIALTIES).optional(),
    division: division.optional(),
    ...order(USER_LIST_SORTS.experts),
  },
  stations: {
    ...deleted,
    filter: keyword.optional(),
    province: division.optional(),
    city: division.optional(),
    county: division.optional(),
    ...ratingFilter,
    capacityFrom: capacity,
    capacityTo: capacity,
    ...order(USER_LIST_SORTS.stations),
  },
  supervisors: { ...deleted, keyword: keyword.optional(), ...order(USER_LIST_SORTS.supervisors) },
};

const exportInput = z
  .strictObject({
    kind: z.enum(USER_KINDS),
    ...userFilters.managers,
    ...userFilters.experts,
    ...userFilters.stations,
    sortBy: z.enum([...USER_LIST_SORTS.stations, 'load']).optional(),
    format,
    headings,
  })
  .superRefine((input, context) => {
    const filters: Record<string, z.ZodType> = userFilters[input.kind];
    for (const [key, value] of Object.entries(input)) {
      if (value === undefined || key === 'kind' || key === 'format' || key === 'headings') continue;
      const schema = Object.hasOwn(filters, key) ? filters[key] : undefined;
      const fits = schema?.safeParse(value).success;
      if (!fits)
        context.addIssue({
          code: 'custom',
          path: [key],
          params: { reason: { code: schema ? 'invalid' : 'unknownKey' } },
        });
    }
  });

/** The lists of accounts, their tree and their export. */
export const userLists = {
  'GET user/managers': call({
    summary: 'Managing units',
    who: ADMIN_PROVINCE,
    duty: 'any',
    reach: { kind: 'list', of: 'manager' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ ...paging, ...userFilters.managers }),
    output: paged(user),
  }),
  'GET user/experts': call({
    summary: 'Experts, with their reviews under way',
    who: ADMIN_MANAGERS,
    duty: 'any',
    reach: { kind: 'list', of: 'expert' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ ...paging, ...userFilters.experts }),
    output: paged(user.extend({ load: z.int() })),
  }),
  'GET user/stations': call({
    summary: 'Stations',
    who: ADMIN_MANAGERS,
    duty: 'any',
    reach: { kind: 'list', of: 'station' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ ...paging, ...userFilters.stations }),
    output: paged(user),
  }),
  'GET user/supervisors': call({
    summary: 'Aggregate accounts, with the number of their linked stations',
    who: ADMIN_PROVINCE,
    duty: 'any',
    reach: { kind: 'list', of: 'supervisor' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ ...paging, ...userFilters.supervisors }),
    output: paged(user.extend({ links: z.int() })),
  }),
  'GET user/manager_tree': call({
    summary: 'Managing units nested by division',
    who: ADMIN_MANAGERS,
    duty: 'any',
    reach: { kind: 'list', of: 'manager' },
    token: READ,
    audited: false,
    input: z.strictObject({ parent: division.optional(), deep: z.int().min(0).max(3).default(3) }),
    output: z.array(managerNode),
  }),
  'GET user/export': call({
    summary: 'A list of users as a file',
    who: ADMIN_MANAGERS,
    duty: 'any',
    reach: { kind: 'list', of: 'user' },
    token: EXPORT,
    audited: true,
    refuses: ['too_many_requests'],
    input: exportInput,
    output: BINARY,
  }),
};
