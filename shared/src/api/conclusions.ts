import { z } from 'zod';
import { FINAL_MANAGERS, MANAGERS } from '../domain/accounts/roles.ts';
import { READ, WRITE } from '../domain/accounts/tokens.ts';
import { CONCLUSION_MAX } from '../domain/assessment/textLimits.ts';
import { AS_QUERY, NOT_STATION } from './assessments.ts';
import { call } from './call.ts';
import { bundle } from './history/calls.ts';
import { print, profile, status } from './objects.ts';
import { id, textOf, time } from './schemas.ts';

/** The experts of an assessment, their conclusions and the manager's conclusion. */
export const conclusions = {
  'POST assessment/assign_experts': call({
    summary: 'Assign the experts, in place of those before',
    who: FINAL_MANAGERS,
    duty: 'system',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: WRITE,
    audited: true,
    refuses: ['conflict', 'transition_not_allowed'],
    input: z.strictObject({ id, experts: z.array(id).max(50), was: z.array(id).max(50).optional() }),
    output: z.strictObject({ experts: z.array(z.strictObject({ id, name: z.string() })) }),
  }),
  'GET assessment/experts': call({
    summary: 'The experts assigned, with their progress',
    who: NOT_STATION,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.array(
      z.strictObject({
        id,
        name: z.string(),
        profile,
        scored: z.int(),
        items: z.int(),
        concluded: z.boolean(),
        /** The account that created this one or last reset its password; only for managers and administrators. */
        madeBy: z.strictObject({ id, name: z.string() }).nullable().optional(),
      }),
    ),
  }),
  'POST assessment/update_conclusion': call({
    summary: 'Write the own conclusion; an expert concludes with it',
    who: [...FINAL_MANAGERS, 'expert'],
    duty: 'system',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: WRITE,
    audited: true,
    refuses: ['conflict', 'incomplete', 'transition_not_allowed'],
    input: z.strictObject({
      id,
      conclusion: textOf(CONCLUSION_MAX),
      final: z.boolean().default(true),
      was: textOf(CONCLUSION_MAX).optional(),
    }),
    output: z.strictObject({ status }),
  }),
  'GET assessment/experts_conclusion': call({
    summary: "The experts' conclusions, as far as the caller may see them",
    who: NOT_STATION,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.array(
      z.strictObject({
        expertId: id,
        name: z.string(),
        conclusion: z.string(),
        score100: z.number(),
        at: time.nullable(),
      }),
    ),
  }),
  'GET assessment/manager_conclusion': call({
    summary: "The manager's conclusion",
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z
      .strictObject({ conclusion: z.string(), by: z.strictObject({ id, name: z.string() }), at: time })
      .nullable(),
  }),
  'GET assessment/print': call({
    summary: 'All that the printed conclusion shows, its digest, and the bundle that proves it without a server',
    who: ['admin', ...MANAGERS, 'expert'],
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    /** `bundle`: null before the conclusion, and while nothing can be signed. */
    output: print.extend({ digest: z.string().nullable(), bundle: bundle.nullable() }),
  }),
};
