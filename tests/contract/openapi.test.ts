import { spawnSync } from 'node:child_process';
import { Validator } from '@seriousme/openapi-schema-validator';
import { splitKey } from '@shp/shared/api/client';
import { calls } from '@shp/shared/api/index';
import { openApi } from '@shp/shared/openapi/openapi';
import { expect, test } from 'vitest';

type Operation = { summary: string; security: unknown[]; responses: Record<string, unknown> };
const description = openApi() as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, object>;
};
const operations = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
);

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(description) as Parameters<Validator['validate']>[0])).toEqual({
    valid: true,
  });
  expect(validator.version).toBe('3.1');
});

test('it has every call of the table and the four tus calls, and no other', () => {
  const keys = Object.keys(calls).map((key) => {
    const { method, path } = splitKey(key);
    return `${method} /api/${path.replace(/:(\w+)/g, '{$1}')}`;
  });
  const uploads = ['POST /api/upload', 'HEAD /api/upload/{id}', 'PATCH /api/upload/{id}', 'DELETE /api/upload/{id}'];
  expect(operations.map(({ key }) => key).sort()).toEqual([...keys, ...uploads].sort());
});

test('every reference resolves, and every component is referenced', () => {
  const text = JSON.stringify(description);
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string));
  for (const reference of references) {
    expect(reference).toMatch(/^#\/components\/(?:schemas|headers|responses)\//);
    const [, , kind = '', name = ''] = reference.split('/');
    expect(description.components[kind], reference).toHaveProperty([name]);
  }
  const components = ['schemas', 'headers', 'responses'].flatMap((kind) =>
    Object.keys(description.components[kind] ?? {}).map((name) => `#/components/${kind}/${name}`),
  );
  expect(components.filter((name) => !references.has(name))).toEqual([]);
});

test('public calls need no token; the others list 401 and 403', () => {
  const anyone = operations.filter(({ operation }) => operation.security.length === 0).map(({ key }) => key);
  expect(anyone.sort()).toEqual([
    'GET /api/audit/head',
    'GET /api/audit/keys',
    'GET /api/basic/validate_code',
    'GET /api/document/download/{name}',
    'GET /api/file/download/{name}',
    'GET /api/file/download_evidence/{name}',
    'GET /api/health',
    'GET /api/openapi.json',
    'GET /api/public/ratings',
    'GET /api/system/footer',
    'GET /api/verify',
    'POST /api/session/factor',
    'POST /api/session/login',
    'POST /api/session/oidc',
    'POST /api/session/oidc_begin',
  ]);
  for (const { key, operation } of operations) {
    const refused = ['401', '403'].every((status) => status in operation.responses);
    expect(refused, key).toBe(!anyone.includes(key));
  }
});

test('summaries are unique and start with a capital letter', () => {
  const summaries = operations.map(({ operation }) => operation.summary);
  expect(new Set(summaries).size).toBe(summaries.length);
  for (const summary of summaries) expect(summary).toMatch(/^[A-Z].*[^.]$/);
});

test('docs/api.md and docs/generated match their tables (npm run docs)', () => {
  const root = new URL('../..', import.meta.url);
  const check = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/api-docs.ts', '--check'], { cwd: root });
  expect([check.stderr.toString(), check.status]).toEqual(['', 0]);
});
