import { z } from 'zod';
import { READ } from '../domain/accounts/tokens.ts';
import { LANGS } from '../domain/lib/lang.ts';
import { readHolidays } from '../domain/lib/workingDays.ts';
import { TREE_FAULTS } from '../trust/history.ts';
import { call } from './call.ts';
import { bundle } from './history/calls.ts';
import { auditRow, level, settings, settingsShape, status } from './objects.ts';
import { dayEdge, id, paged, paging, refuseAt } from './schemas.ts';

const link = z.strictObject({ name: z.string(), url: z.string() });

export const system = {
  'GET system/settings': call({
    summary: "Settings; the private ones are the administrator's",
    who: 'loggedIn',
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    cacheable: true,
    input: z.strictObject({}),
    output: settings,
  }),
  'GET system/footer': call({
    summary:
      'Names and links of sponsor, organiser and technical support, for the login page; `singleSignOn` is the name on its button',
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    input: z.strictObject({}),
    output: z.strictObject({ sponsor: link, organiser: link, support: link, singleSignOn: z.string().optional() }),
  }),
  'POST system/update_settings': call({
    summary: 'Change settings',
    who: ['admin'],
    duty: 'system',
    reach: { kind: 'open' },
    token: 'session',
    confirmation: 'always',
    audited: true,
    refuses: ['conflict'],
    input: z
      .strictObject(settingsShape)
      .partial()
      .superRefine(({ holidays = '' }, context) => {
        const { wrong } = readHolidays(holidays);
        if (wrong !== null) refuseAt(context, 'holidays', { code: 'holidayLine', line: wrong });
      }),
    output: settings,
  }),
  'GET audit': call({
    summary: 'Who did what, newest first',
    who: ['admin'],
    duty: 'audit',
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({
      ...paging,
      userId: id.optional(),
      action: z.string().max(64).optional(),
      objectId: id.optional(),
      from: dayEdge('first').optional(),
      to: dayEdge('last').optional(),
    }),
    output: paged(auditRow),
  }),
  'GET audit/verify': call({
    summary: "Whether the audit's chain of digests is whole, and tree and signed heads agree with the rows",
    who: ['admin'],
    duty: 'audit',
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    input: z.strictObject({}),
    output: z.strictObject({
      ok: z.boolean(),
      rows: z.int(),
      firstBroken: z.string().nullable(),
      history: z.enum(TREE_FAULTS).nullable(),
    }),
  }),
  'GET health': call({
    summary: 'Whether the server works; 503 with `database` where it cannot read or write',
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    refuses: ['overloaded'],
    input: z.strictObject({}),
    output: z.strictObject({
      status: z.literal('ok'),
      version: z.string(),
      database: z.literal('ok'),
      /** Present only if rows at the end of the audit are missing or were added; the server then refuses changes. */
      audit: z.literal('broken').optional(),
    }),
  }),
  'GET openapi.json': call({
    summary: 'This description',
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    cacheable: true,
    input: z.strictObject({}),
    output: z.record(z.string(), z.unknown()),
  }),
  'GET verify': call({
    summary: 'Whether a printed conclusion is genuine',
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    page: true,
    /** `lang`: the language of the page, by default the browser's. `bundle`: also the conclusion's bundle, as JSON. */
    input: z.strictObject({
      number: z.string().max(40).default(''),
      digest: z.string().max(100).default(''),
      lang: z.enum(LANGS).optional(),
      bundle: z.boolean().default(false),
    }),
    output: z.union([
      z.strictObject({
        genuine: z.literal(true),
        number: z.string(),
        station: z.string(),
        level,
        status,
        validUntil: z.string().nullable(),
        bundle: bundle.nullable().optional(),
      }),
      /** `altered`: there is a conclusion with this number, with another digest. */
      z.strictObject({ genuine: z.literal(false), reason: z.literal('altered').optional() }),
    ]),
  }),
};
