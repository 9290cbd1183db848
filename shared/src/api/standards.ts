import { z } from 'zod';
import { EXPORT, READ } from '../domain/accounts/tokens.ts';
import { BINARY, call } from './call.ts';
import { headings, time } from './schemas.ts';

const version = z.string().min(1).max(64);
const row = z
  .strictObject({
    version: z.string(),
    title: z.string(),
    current: z.boolean(),
    importedAt: time,
    used: z.int(),
  })
  .meta({ id: 'StandardVersion' });

/** Any object, or the bytes of a sheet; `domain/standard/checkStandard.ts` validates the content. */
const standard = z
  .looseObject({ sheet: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array).optional() })
  .meta({ description: 'a standard as `standard/export` gives it with `format=json`' });

/** Versions of the scoring standard. `used` counts the assessments that use a version. */
export const standards = {
  'GET standard/versions': call({
    summary: 'Versions of the scoring standard',
    who: 'loggedIn',
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    input: z.strictObject({}),
    output: z.array(row),
  }),
  'POST standard/import': call({
    summary: 'Add a version; it does not become current',
    who: ['admin'],
    duty: 'system',
    reach: { kind: 'open' },
    token: 'session',
    confirmation: 'always',
    audited: true,
    takesSheet: true,
    refuses: ['conflict'],
    input: standard,
    output: row,
  }),
  'POST standard/use': call({
    summary: 'Make a version the one that new assessments keep',
    who: ['admin'],
    duty: 'system',
    reach: { kind: 'open' },
    token: 'session',
    confirmation: 'always',
    audited: true,
    refuses: ['not_found'],
    input: z.strictObject({ version }),
    output: row,
  }),
  'GET standard/export': call({
    summary: 'A version as a file, the current one unless said',
    who: 'loggedIn',
    reach: { kind: 'open' },
    token: EXPORT,
    audited: true,
    refuses: ['not_found'],
    input: z.strictObject({ version: version.optional(), format: z.enum(['xlsx', 'json']).default('xlsx'), headings }),
    output: BINARY,
  }),
};
