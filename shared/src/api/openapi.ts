import { z } from 'zod';
import { ROLES } from '../domain/roles.ts';
import type { Call } from './call.ts';
import { splitKey } from './client.ts';
import { ERROR_STATUS } from './errors.ts';
import { calls } from './index.ts';

type Json = Record<string, unknown>;

let made: Json | undefined;

/** The OpenAPI 3.1 description of every call, made from the call table. */
export function openApi(): Json {
  made ??= {
    openapi: '3.1.0',
    info: {
      title: 'Small hydropower safety-standardisation review',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths: paths(),
    components: {
      securitySchemes: { Token: { type: 'apiKey', in: 'header', name: 'Token' } },
      schemas: { Error: errorSchema() },
    },
  };
  return made;
}

function paths(): Json {
  const all: Record<string, Json> = {};
  for (const [key, row] of Object.entries(calls) as [string, Call][]) {
    const { method, path, inQuery } = splitKey(key);
    const url = `/api/${path.replace(/:(\w+)/g, '{$1}')}`;
    all[url] = { ...all[url], [method.toLowerCase()]: operation(key, row, inQuery) };
  }
  return all;
}

function operation(key: string, row: Call, inQuery: boolean): Json {
  const { path } = splitKey(key);
  const named = new Set([...path.matchAll(/:(\w+)/g)].map((match) => match[1]));
  const input = z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' }) as Json & {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const properties = Object.entries(input.properties ?? {});
  const parameters = properties
    .filter(([name]) => named.has(name) || inQuery)
    .map(([name, schema]) => ({
      name,
      in: named.has(name) ? 'path' : 'query',
      required: named.has(name) || (input.required ?? []).includes(name),
      schema,
      ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
    }));
  const body = inQuery ? {} : { requestBody: { required: true, content: { 'application/json': { schema: input } } } };
  const keyed = row.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: '^[!-~]{1,128}$' },
        },
      ]
    : [];
  return {
    operationId: key.replace(/\?$/, '').replace(/[ /.:]+/g, '_'),
    description: `Who: ${whoText(row)}. Access token: ${row.token === 'session' ? 'never' : row.token === 'none' ? 'not needed' : row.token.join(' or ')}.`,
    ...(row.who === 'anyone' ? { security: [] } : { security: [{ Token: [] }] }),
    parameters: [...parameters, ...keyed],
    ...body,
    responses: {
      200: success(row),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function whoText(row: Call): string {
  if (row.who === 'anyone') return 'anyone';
  return row.who === 'loggedIn'
    ? 'everybody logged in'
    : ROLES.filter((role) => row.who.includes(role as never)).join(', ');
}

function success(row: Call): Json {
  if ('binary' in row.output) {
    return {
      description: 'The bytes',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  }
  const schema = z.toJSONSchema(row.output, { io: 'output', unrepresentable: 'any' });
  return { description: 'Done', content: { 'application/json': { schema } } };
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { enum: Object.keys(ERROR_STATUS) },
      message: { type: 'string' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
      current: {},
      requestId: { type: 'string' },
    },
  };
}
