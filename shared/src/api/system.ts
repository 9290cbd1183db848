import { z } from 'zod';
import { call, READ } from './call.ts';
import { auditRow, level, settings, settingsShape, status } from './objects.ts';
import { id, paged, paging, time } from './schemas.ts';

export const system = {
  'GET system/settings': call({
    who: 'loggedIn',
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    cacheable: true,
    input: z.strictObject({}),
    output: settings,
  }),
  'POST system/update_settings': call({
    who: ['admin'],
    reach: { kind: 'open' },
    token: 'session',
    audited: true,
    input: z.strictObject(settingsShape).partial(),
    output: settings,
  }),
  'GET audit': call({
    who: ['admin'],
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    input: z.strictObject({
      ...paging,
      userId: id.optional(),
      action: z.string().max(64).optional(),
      from: time.optional(),
      to: time.optional(),
    }),
    output: paged(auditRow),
  }),
  'GET audit/verify': call({
    who: ['admin'],
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    input: z.strictObject({}),
    output: z.strictObject({ ok: z.boolean(), rows: z.int(), firstBroken: z.string().nullable() }),
  }),
  'GET health': call({
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    input: z.strictObject({}),
    output: z.strictObject({ status: z.literal('ok'), version: z.string(), database: z.literal('ok') }),
  }),
  'GET openapi.json': call({
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    cacheable: true,
    input: z.strictObject({}),
    output: z.record(z.string(), z.unknown()),
  }),
  'GET verify': call({
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    page: true,
    input: z.strictObject({ number: z.string().max(40), digest: z.string().max(64) }),
    output: z.union([
      z.strictObject({
        genuine: z.boolean(),
        number: z.string(),
        station: z.string(),
        level,
        status,
        validUntil: z.string().nullable(),
      }),
      z.strictObject({ genuine: z.literal(false) }),
    ]),
  }),
};
