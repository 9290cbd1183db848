import { z } from 'zod';
import { confirmedForAccount, confirmedForChange, confirmedForFactor } from '../domain/accounts/confirmation.ts';
import { SPECIALTIES } from '../domain/accounts/profiles.ts';
import { MANAGERS, UNIT_ROLES, USER_KINDS } from '../domain/accounts/roles.ts';
import { tokenForAccount, tokenForChange } from '../domain/accounts/tokens.ts';
import { EXPIRING_MAX, RATED, USER_LIST_SORTS } from '../domain/lib/lists.ts';
import { HEADINGS, SHEET_FORMATS } from '../domain/lib/sheetFormats.ts';
import { ACCOUNTS, BINARY, call, done, EXPORT, LIST, READ, WRITE } from './call.ts';
import { duties, managerNode, newProfile, profileChange, readOnlyOfUser, status, user } from './objects.ts';
import { account, division, id, keyword, paged, paging, passwordHash } from './schemas.ts';

const ADMIN_PROVINCE = ['admin', 'province_manager'] as const;
const ADMIN_MANAGERS = ['admin', ...MANAGERS] as const;
const EXPERT_KEEPERS = ['admin', 'province_manager', 'city_manager'] as const;

const added = z.strictObject({ id, initialPassword: z.string().optional() });
const password = passwordHash.optional();
const version = z.int().optional();
const deleted = { isDeleted: z.boolean().default(false) };
const order = <const S extends readonly [string, ...string[]]>(fields: S) => ({
  sortBy: z.enum(fields).optional(),
  desc: z.boolean().optional(),
});

const readOnly = z.strictObject(readOnlyOfUser).partial().shape;

const change = (
  summary: string,
  who: typeof ADMIN_PROVINCE | typeof ADMIN_MANAGERS | typeof EXPERT_KEEPERS,
  of: 'manager' | 'expert' | 'station',
) =>
  call({
    summary,
    who,
    duty: 'security',
    reach: { kind: 'object', of, at: 'id' },
    token: of === 'manager' ? 'session' : ['write', 'accounts'],
    tokenFor: tokenForChange,
    confirmation: of === 'manager' ? confirmedForChange : 'never',
    audited: true,
    refuses: ['conflict'],
    input: z.strictObject({
      id,
      account: account.optional(),
      division: division.nullable().optional(),
      profile: profileChange.optional(),
      version,
      // `duties` can be changed by `user/update_manager` alone.
      ...readOnly,
    }),
    output: user,
  });

/** `expiring`: the best rating ends within this number of days from today. */
export const ratingFilter = {
  rated: z.enum(RATED).optional(),
  expiring: z.int().min(0).max(EXPIRING_MAX).optional(),
};

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
    ...order(USER_LIST_SORTS.stations),
  },
  supervisors: { ...deleted, keyword: keyword.optional(), ...order(USER_LIST_SORTS.supervisors) },
};

export const format = z.enum(SHEET_FORMATS).default('xlsx');
export const headings = z.enum(HEADINGS).optional();
export type Format = z.output<typeof format>;
export type Headings = NonNullable<z.output<typeof headings>>;

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

export const users = {
  'GET user': call({
    summary: 'One user, oneself unless said',
    who: 'loggedIn',
    reach: { kind: 'object', of: 'user', at: 'id' },
    token: READ,
    audited: false,
    beforePasswordChange: true,
    beforeFactor: true,
    // While the initial password is unchanged or a second factor missing, the caller can read only the own account.
    refuses: ['password_change_required', 'factor_required'],
    input: z.strictObject({ id: id.optional() }),
    output: user,
  }),
  'POST user/add_manager': call({
    summary: 'Add an administrator or a managing unit',
    who: ADMIN_PROVINCE,
    duty: 'security',
    reach: { kind: 'list', of: 'manager' },
    token: 'session',
    confirmation: 'always',
    audited: true,
    idempotent: true,
    refuses: ['conflict'],
    input: z
      .strictObject({
        account,
        role: z.enum(UNIT_ROLES),
        division: division.nullable().default(null),
        /** Only for an administrator: all unless given. */
        duties: duties.optional(),
        profile: profileChange,
        password,
      })
      .superRefine((input, context) => {
        const result = newProfile(input.role).safeParse(input.profile);
        for (const issue of result.error?.issues ?? []) {
          context.addIssue({ ...issue, path: ['profile', ...issue.path] } as Parameters<typeof context.addIssue>[0]);
        }
      }),
    output: added,
  }),
  'POST user/add_expert': call({
    summary: 'Add an expert',
    who: EXPERT_KEEPERS,
    duty: 'security',
    reach: { kind: 'list', of: 'expert' },
    token: ACCOUNTS,
    confirmation: 'never',
    audited: true,
    idempotent: true,
    refuses: ['conflict'],
    input: z.strictObject({
      account,
      division: division.nullable().optional(),
      profile: newProfile('expert'),
      password,
    }),
    output: added,
  }),
  'POST user/add_station': call({
    summary: 'Add a station',
    who: ADMIN_MANAGERS,
    duty: 'security',
    reach: { kind: 'list', of: 'station' },
    token: ACCOUNTS,
    confirmation: 'never',
    audited: true,
    idempotent: true,
    refuses: ['conflict'],
    input: z.strictObject({ account, division, profile: newProfile('station'), password }),
    output: added,
  }),
  'POST user/add_supervisor': call({
    summary: 'Add an aggregate account',
    who: ADMIN_PROVINCE,
    duty: 'security',
    reach: { kind: 'list', of: 'supervisor' },
    token: ACCOUNTS,
    confirmation: 'never',
    audited: true,
    idempotent: true,
    refuses: ['conflict'],
    input: z.strictObject({ account, profile: newProfile('supervisor'), password }),
    output: added,
  }),
  'POST user/update_manager': change('Change a managing unit', ADMIN_PROVINCE, 'manager'),
  'POST user/update_expert': change('Change an expert', EXPERT_KEEPERS, 'expert'),
  'POST user/update_station': change('Change a station', ADMIN_MANAGERS, 'station'),
  'POST user/my_profile': call({
    summary: 'Change the own profile',
    who: 'loggedIn',
    reach: { kind: 'own' },
    token: WRITE,
    tokenFor: tokenForChange,
    audited: true,
    refuses: ['conflict'],
    input: z.object({ version }).catchall(z.unknown()),
    output: user,
  }),
  'POST user/profile': call({
    summary: "Change a user's profile",
    who: ADMIN_MANAGERS,
    duty: 'security',
    reach: { kind: 'object', of: 'user', at: 'userId' },
    token: WRITE,
    tokenFor: tokenForChange,
    audited: true,
    refuses: ['conflict'],
    input: z
      .strictObject({
        userId: id.optional(),
        /** Alias of `userId`, so that an account that was read can be sent back. */
        id: id.optional(),
        profile: profileChange,
        version,
        account: z.string().optional(),
        division: z.string().nullable().optional(),
        ...readOnly,
      })
      .superRefine(({ userId, id: same }, context) => {
        if (userId === undefined && same === undefined)
          context.addIssue({ code: 'custom', path: ['userId'], params: { reason: { code: 'required' } } });
        if (userId !== undefined && same !== undefined && userId !== same)
          context.addIssue({ code: 'custom', path: ['id'], params: { reason: { code: 'invalid' } } });
      }),
    output: user,
  }),
  'POST user/delete': call({
    summary: 'Move a user to the recycle bin, or remove it for good',
    who: ADMIN_MANAGERS,
    duty: 'security',
    reach: { kind: 'object', of: 'user', at: 'userId' },
    token: ACCOUNTS,
    tokenFor: tokenForAccount,
    confirmation: confirmedForAccount,
    audited: true,
    refuses: ['conflict'],
    input: z.strictObject({ userId: id, softDelete: z.boolean() }),
    output: done,
  }),
  'GET user/delete_effects': call({
    summary: 'What is open of a user, and would end with its deletion',
    who: ADMIN_MANAGERS,
    duty: 'security',
    reach: { kind: 'object', of: 'user', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.strictObject({
      /** For an expert: reviews that are not concluded; `scored` is the number of scored items that would no longer count. */
      reviews: z.array(z.strictObject({ id, number: z.string(), scored: z.int() })),
      /** For a station: its open applications. */
      applications: z.array(z.strictObject({ id, number: z.string(), status })),
    }),
  }),
  'POST user/recover': call({
    summary: 'Take a user out of the recycle bin',
    who: ADMIN_MANAGERS,
    duty: 'security',
    reach: { kind: 'object', of: 'user', at: 'userId' },
    token: ACCOUNTS,
    tokenFor: tokenForAccount,
    confirmation: confirmedForAccount,
    audited: true,
    refuses: ['conflict'],
    input: z.strictObject({ userId: id }),
    output: user,
  }),
  'POST user/reset_password': call({
    summary: 'Give a user a new initial password',
    who: ADMIN_MANAGERS,
    duty: 'security',
    reach: { kind: 'object', of: 'user', at: 'id' },
    token: ACCOUNTS,
    tokenFor: tokenForAccount,
    confirmation: confirmedForAccount,
    audited: true,
    refuses: ['conflict'],
    input: z.strictObject({ id }),
    output: z.strictObject({ initialPassword: z.string() }),
  }),
  'POST user/reset_factor': call({
    summary: 'Remove the second factors of a user, who adds new ones after the next login',
    who: ADMIN_MANAGERS,
    duty: 'security',
    reach: { kind: 'object', of: 'user', at: 'id' },
    token: 'session',
    confirmation: confirmedForFactor,
    audited: true,
    refuses: ['conflict'],
    input: z.strictObject({ id }),
    output: done,
  }),
  'GET user/reset_effects': call({
    summary: 'The open assessments in which the caller may not act any more after resetting this password',
    who: ADMIN_MANAGERS,
    duty: 'security',
    reach: { kind: 'object', of: 'user', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.strictObject({
      assessments: z.array(z.strictObject({ id, number: z.string(), steps: z.array(status) })),
    }),
  }),
  'POST user/change_password': call({
    summary: 'Change the own password',
    who: 'loggedIn',
    reach: { kind: 'own' },
    token: 'session',
    confirmation: 'never',
    audited: true,
    beforePasswordChange: true,
    beforeFactor: true,
    refuses: ['old_password_wrong', 'conflict', 'too_many_requests'],
    input: z.strictObject({ oldPassword: passwordHash, newPassword: passwordHash }),
    output: done,
  }),
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
    summary: 'Aggregate accounts',
    who: ADMIN_PROVINCE,
    duty: 'any',
    reach: { kind: 'list', of: 'supervisor' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ ...paging, ...userFilters.supervisors }),
    output: paged(user),
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
