import type { z } from 'zod';
import type { Call, TokenNeed } from '../api/call.ts';
import { splitKey } from '../api/client.ts';
import { ERROR_STATUS, type ErrorCode } from '../api/errors.ts';
import { groups } from '../api/index.ts';
import { ANY_CALL, refusalsOf } from '../api/refusals.ts';
import { ROLES, type Role } from '../domain/accounts/roles.ts';
import { SHEET_TYPES } from '../domain/lib/sheetFormats.ts';
import { Schemas } from './schemas.ts';
import { uploadPaths } from './uploadPaths.ts';

type Json = Record<string, unknown>;

let made: Json | undefined;

/** The OpenAPI 3.1 description of all calls. Built once: it takes as long as ten list calls, and needs no login. */
export function openApi(): Json {
  made ??= describe();
  return made;
}

const SECURITY = [{ Token: [] }];

function describe(): Json {
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const [group, rows] of Object.entries(groups)) {
    for (const [key, row] of Object.entries(rows) as [string, Call][]) {
      const { method, path } = splitKey(key);
      const url = `/api/${path.replace(/:(\w+)/g, '{$1}')}`;
      paths[url] = { ...paths[url], [method.toLowerCase()]: operation(group, key, row, schemas) };
    }
  }
  Object.assign(paths, uploadPaths(refused, SECURITY));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Small hydropower safety-standardisation review',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...Object.keys(groups), 'upload'].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { Token: { type: 'apiKey', in: 'header', name: 'Token' } },
      headers: HEADERS,
      responses: refusals(paths),
      schemas: { ...schemas.components, Error: ERROR },
    },
  };
}

function operation(group: string, key: string, row: Call, schemas: Schemas): Json {
  const { method, path, inQuery } = splitKey(key);
  const input = schemas.of(row.input, 'input') as Json & { properties?: Json; required?: string[] };
  const confirmation = confirmationText(row);
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map((match) => match[1]));
  const parameters = Object.entries(inQuery ? (input.properties ?? {}) : {}).map(([name, schema]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: (input.required ?? []).includes(name),
    schema,
  }));
  return {
    operationId: key.replace(/\?$/, '').replace(/[ /.:]+/g, '_'),
    tags: [group],
    summary: row.summary,
    description: [
      `Who: ${whoText(row)}.`,
      ...(dutyText(row) === null ? [] : [`Duty of an administrator: ${dutyText(row)}.`]),
      `Access token: ${tokenText(row)}.`,
      ...(confirmation === null ? [] : [`Confirmation by the password: ${confirmation}.`]),
    ].join(' '),
    security: row.who === 'anyone' ? [] : SECURITY,
    parameters: row.idempotent ? [...parameters, IDEMPOTENCY_KEY] : parameters,
    ...(inQuery ? {} : { requestBody: body(row, input) }),
    responses: {
      200: success(row, schemas),
      ...('binary' in row.output ? { 206: { ...success(row, schemas), description: 'The range asked for' } } : {}),
      ...(row.cacheable ? { 304: { description: 'Still as the `If-None-Match` sent has it' } } : {}),
      ...refused(refusalsOf(row, method)),
    },
  };
}

function body(row: Call, input: Json & { properties?: Json; required?: string[] }): Json {
  const required = (input.required ?? []).length > 0 || row.takesSheet === true;
  if (!row.takesSheet) return { required, content: { 'application/json': { schema: input } } };
  const { sheet: _bytes, ...properties } = input.properties ?? {};
  return {
    required,
    content: { 'application/json': { schema: { ...input, properties } }, [SHEET_TYPES.xlsx]: { schema: BYTES } },
  };
}

/** The permitted callers of a call, as text. */
export function whoText(row: Call): string {
  if (row.who === 'anyone') return 'anyone';
  if (row.who === 'loggedIn') return 'everybody logged in';
  const who: readonly Role[] = row.who;
  return ROLES.filter((role) => who.includes(role)).join(', ');
}

/** The duty that an administrator needs for a call, as text; null if the call does not name administrators, or any duty will do. */
export function dutyText({ duty }: Call): string | null {
  return duty === undefined || duty === 'any' ? null : duty;
}

/** The access token scope that a call needs, as text. */
export function tokenText({ token, tokenFor, reach }: Call): string {
  if (!tokenFor || token === 'session') return needText(token);
  const [plain, moved] = [false, true].map((moves) => needText(tokenFor({ role: 'station', moves })));
  const moves = token !== 'none' && moved !== plain && token.some((scope) => scope === moved);
  const managing = reach.kind !== 'object' || reach.of === 'user';
  return [
    plain,
    ...(moves ? [`, ${moved} to change account or division`] : []),
    ...(managing ? ['; never for the account of a managing role'] : []),
  ].join('');
}

function needText(need: TokenNeed): string {
  return need === 'session' ? 'never' : need === 'none' ? 'not needed' : need.join(' or ');
}

/** When a call needs a session confirmed by the password, as text; null if never. */
export function confirmationText({ confirmation = 'never' }: Call): string | null {
  if (confirmation === 'never') return null;
  if (confirmation === 'always') return 'always';
  const always = confirmation({ role: 'admin', moves: false });
  return always ? 'for the account of a managing role' : 'to change account, division or duties of a managing role';
}

const BYTES = { type: 'string', format: 'binary' };

function success(row: Call, schemas: Schemas): Json {
  const expires = row.who === 'anyone' ? {} : { 'Token-Expires': reference('Token-Expires') };
  if ('binary' in row.output) return download(row, expires);
  const json = { 'application/json': { schema: schemas.of(row.output, 'output') } };
  return {
    description: 'Done',
    headers: row.cacheable ? { ...expires, ETag: reference('ETag') } : expires,
    content: row.page ? { ...json, 'text/html': { schema: { type: 'string' } } } : json,
  };
}

function download(row: Call, headers: Json): Json {
  const format = (row.input.shape as { format?: z.ZodDefault<z.ZodEnum> }).format;
  const types = format ? format.unwrap().options.map((one) => TYPES[one as keyof typeof TYPES]) : [ANY_TYPE];
  const names = ['Content-Disposition', 'Content-Length', 'Repr-Digest', 'ETag', 'Accept-Ranges'] as const;
  return {
    description: 'The bytes',
    headers: {
      ...headers,
      ...Object.fromEntries(names.map((name) => [name, reference(name)])),
      ...(row.reach.kind === 'list' || 'filter' in row.input.shape ? { 'Row-Count': reference('Row-Count') } : {}),
    },
    content: Object.fromEntries(types.map((type) => [type, { schema: BYTES }])),
  };
}

const ANY_TYPE = 'application/octet-stream';
const TYPES = { ...SHEET_TYPES, json: 'application/json' } as const;

/** The responses for these error codes, one per status, as references into the components. */
function refused(codes: readonly ErrorCode[]): Json {
  const named = (list: readonly ErrorCode[]) => ({ $ref: `#/components/responses/${list.join('.')}` });
  const answers = codes.map((code) => {
    const status = ERROR_STATUS[code];
    return [status, named(codes.filter((other) => ERROR_STATUS[other] === status))];
  });
  return { ...Object.fromEntries(answers), default: named(ANY_CALL) };
}

/** The components that the references of {@link afterRefusal} point to. */
function refusals(paths: unknown): Record<string, Json> {
  const names = JSON.stringify(paths).matchAll(/#\/components\/responses\/([a-z_.]+)/g);
  return Object.fromEntries([...names].map(([, name = '']) => [name, refusal(name.split('.'))]));
}

function refusal(codes: readonly string[]): Json {
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] };
  const description = codes.map((code) => `\`${code}\``).join(', ');
  return { description, content: { 'application/json': { schema } } };
}

const reference = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
const text = (description: string) => ({ description, schema: { type: 'string' } });
const HEADERS = {
  'Token-Expires': text('When the access token ends, from 14 days before.'),
  ETag: text('Names this content.'),
  'Content-Disposition': text('The file’s name (RFC 6266).'),
  'Content-Length': { description: 'Bytes that follow.', schema: { type: 'integer' } },
  'Repr-Digest': text(
    'SHA-256 of the whole file (RFC 9530); not with an archive, which is put together as it is sent.',
  ),
  'Accept-Ranges': text('`bytes`: ranges can be asked for.'),
  'Row-Count': { description: 'Rows of the file, headings apart.', schema: { type: 'integer' } },
} as const;

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Kept for 24 h: the same key and body make nothing twice.',
  schema: { type: 'string', pattern: '^[!-~]{1,128}$' },
};

const ERROR: Json = {
  type: 'object',
  required: ['code', 'message'],
  additionalProperties: false,
  properties: {
    code: { enum: Object.keys(ERROR_STATUS) },
    message: { type: 'string' },
    fields: { description: 'Why, by the path of the field.', type: 'object', additionalProperties: { type: 'string' } },
    current: { description: 'The object as it is now, where it changed since it was read.' },
    database: { description: 'With `health` only: what is wrong.', enum: ['read-only', 'full', 'away'] },
    requestId: { description: 'With `internal` only: what the log has it under.', type: 'string' },
  },
};
