import { z } from 'zod';
import { confirmedForAccount, confirmedForChange, confirmedForFactor } from '../../domain/accounts/confirmation.ts';
import { MANAGERS, UNIT_ROLES } from '../../domain/accounts/roles.ts';
import { ACCOUNTS, READ, tokenForAccount, tokenForChange, WRITE } from '../../domain/accounts/tokens.ts';
import { call, done } from '../call.ts';
import { duties, newProfile, profileChange, readOnlyOfUser, status, user } from '../objects.ts';
import { account, division, id, passwordHash } from '../schemas.ts';

export const ADMIN_PROVINCE = ['admin', 'province_manager'] as const;
export const ADMIN_MANAGERS = ['admin', ...MANAGERS] as const;
const EXPERT_KEEPERS = ['admin', 'province_manager', 'city_manager'] as const;

const added = z.strictObject({ id, initialPassword: z.string().optional() });
const password = passwordHash.optional();
const version = z.int().optional();

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

export const users = {
  'GET user': call({
    summary: 'A user; by default the caller',
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
    summary: 'Open work that deleting the user would end',
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
};
