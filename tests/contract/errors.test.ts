import { calls } from '@shp/shared/api/index';
import { texts } from '@shp/shared/text/common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, startContract } from '../support/contract.ts';
import { addStation, addSupervisor, COUNTY } from '../support/people.ts';
import { checkError } from '../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
  await server.confirm(server.admin);
});
afterAll(() => server.stop());

/** Makes a request as the administrator; returns status, code and fields of the error. */
async function told(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) {
  const response = await server.request(method, path, {
    headers: { Token: server.admin.token, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  if (response.ok) return String(response.status);
  const { code, fields } = await checkError(response, `${method} ${path}`);
  return [response.status, code, ...Object.keys(fields ?? {})].join(' ');
}
const json = { 'Content-Type': 'application/json' };
const post = (path: string, body: string) => told('POST', path, body, json);

describe('URLs', () => {
  test.each([
    ['GET', '/api/nothing', '404 not_found'],
    ['GET', '/api', '404 not_found'],
    ['GET', '/api/', '404 not_found'],
    ['GET', '/api/user/', '404 not_found'],
    ['POST', '/api/user/nothing', '404 not_found'],
    ['DELETE', '/api/nothing', '404 not_found'],
    ['GET', '/api/user/../user', '200'],
    ['GET', '/api/user/delete', '405 method_not_allowed'],
    ['POST', '/api/user', '405 method_not_allowed'],
    ['PUT', '/api/user', '405 method_not_allowed'],
    ['DELETE', '/api/user', '405 method_not_allowed'],
    ['PATCH', '/api/assessment', '405 method_not_allowed'],
    ['GET', '/api/file/delete', '405 method_not_allowed'],
    ['POST', '/api/file/download/x.pdf', '405 method_not_allowed'],
    ['PUT', '/api/assessment/standard/serial1/titles', '405 method_not_allowed'],
  ])('%s %s: %s', async (method, path, expected) => {
    expect(await told(method, path)).toBe(expected);
  });

  test('a URL that is too long is not found', async () => {
    expect(await told('GET', `/api/file/download/${'x'.repeat(5000)}`)).toBe('404 not_found');
  });

  test('405 lists the allowed methods', async () => {
    const allowed = async (path: string) => (await server.request('PUT', path)).headers.get('Allow');
    expect(await allowed('/api/user')).toBe('GET, HEAD');
    expect(await allowed('/api/user/delete')).toBe('POST');
    expect(await allowed('/api/supervise/stations')).toBe('GET, HEAD, POST');
    expect(await allowed('/api/nothing')).toBeNull();
  });

  test('HEAD answers like GET without a body', async () => {
    const headers = { Token: server.admin.token };
    const head = await server.request('HEAD', '/api/user', { headers });
    const get = await server.request('GET', '/api/user', { headers });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect((await server.request('HEAD', '/api/user')).status).toBe(401);
    expect((await server.request('HEAD', '/api/session/logout', { headers })).status).toBe(405);
  });
});

describe('input keys', () => {
  test.each([
    ['/api/user/stations?colour=red', '400 invalid colour'],
    ['/api/user/stations?colour=red&shape=round', '400 invalid colour shape'],
    ['/api/assessment/query?status[]=draft', '400 invalid status[]'],
    ['/api/assessment/query?status=draft', '200'],
    ['/api/assessment/query?status=draft&status=passed', '200'],
    ['/api/assessment/query?status=drafty', '400 invalid status.0'],
    ['/api/assessment/query?level=3&level=x', '400 invalid level.1'],
    ['/api/user/stations?page=1&page=2', '400 invalid page'],
    ['/api/user/stations?page=abc', '400 invalid page'],
    ['/api/user/stations?page=', '400 invalid page'],
    ['/api/user/stations?desc=false', '200'],
    ['/api/user/stations?desc=FALSE', '400 invalid desc'],
    ['/api/user/stations?sortBy=', '400 invalid sortBy'],
    ['/api/user/stations?__proto__=x', '400 invalid __proto__'],
    ['/api/user/stations?constructor=x&toString=y', '400 invalid constructor toString'],
    ['/api/user?id=', '400 invalid id'],
    [`/api/user?id=${'x'.repeat(65)}`, '400 invalid id'],
    ['/api/user?id=%00', '400 invalid id'],
    ['/api/user?id=%E0%A4', '404 not_found'],
    ['/api/user?id=%', '404 not_found'],
    ['/api/assessment/query?from=2026-02-30', '400 invalid from'],
    ['/api/assessment/query?updatedSince=yesterday', '400 invalid updatedSince'],
  ])('GET %s: %s', async (path, expected) => {
    expect(await told('GET', path)).toBe(expected);
  });

  test.each([
    ['{"userId":"x"}', '400 invalid softDelete'],
    ['{"userId":"x","softDelete":"true"}', '400 invalid softDelete'],
    ['{"userId":"x","softDelete":true,"colour":"red"}', '400 invalid colour'],
    ['{"userId":"x","softDelete":true}', '404 not_found'],
    ['{"userId":1,"softDelete":true}', '400 invalid userId'],
    ['{}', '400 invalid userId softDelete'],
    ['', '400 invalid userId softDelete'],
    ['[]', '400 invalid body'],
    ['null', '400 invalid userId softDelete'],
    ['"x"', '400 invalid body'],
    ['{"userId":', '400 invalid body'],
    ['{"userId":"x","softDelete":true}}', '400 invalid body'],
    ['{"__proto__":{"softDelete":true},"userId":"x"}', '400 invalid __proto__'],
    ['{"constructor":{"prototype":{"a":1}},"userId":"x","softDelete":true}', '400 invalid constructor'],
    ['{"userId":"\\u0000","softDelete":true}', '400 invalid userId'],
    ['{"userId":"\\ud800","softDelete":true}', '400 invalid userId'],
  ])('POST user/delete %s: %s', async (body, expected) => {
    expect(await post('/api/user/delete', body)).toBe(expected);
  });

  test('a POST ignores its query string', async () => {
    const body = '{"userId":"x","softDelete":true}';
    expect(await post('/api/user/delete?userId=x', body)).toBe('400 invalid userId');
  });

  test('a POST with query input ignores its body', async () => {
    expect(await post('/api/file/delete?id=x', '{"id":"x"}')).toBe('400 invalid id');
    expect(await post('/api/file/delete?id=x', '{}')).toBe('404 not_found');
  });

  test('an error names a nested key by its path', async () => {
    const station = '{"account":"abc","division":"450302","profile":{"colour":"red","name":"x"}}';
    expect(await post('/api/user/add_station', station)).toContain('profile.colour');
    const polluting = '{"account":"abc","division":"450302","profile":{"__proto__":{"name":"x"}}}';
    expect(await post('/api/user/add_station', polluting)).toBe('400 invalid profile.__proto__');
    const settings = '{"footer":{"sponsor":{"name":"x","url":"javascript:alert(1)"}}}';
    expect(await post('/api/system/update_settings', settings)).toBe(
      '400 invalid footer.sponsor.url footer.organiser footer.support',
    );
  });

  test('prototype keys do not leak into other responses', async () => {
    await post('/api/user/my_profile', '{"__proto__":{"polluted":"yes"}}');
    expect(await (await server.request('GET', '/api/health')).json()).not.toHaveProperty('polluted');
  });
});

describe('request bodies', () => {
  test.each([
    ['text/plain', '{"id":"x"}', '415 unsupported_type'],
    ['application/x-www-form-urlencoded', 'id=x', '415 unsupported_type'],
    ['multipart/form-data; boundary=x', '--x--', '415 unsupported_type'],
    ['application/xml', '<id/>', '415 unsupported_type'],
    ['application/json; charset=utf-8', '{"id":"x"}', '404 not_found'],
  ])('content type %s', async (type, body, expected) => {
    expect(await told('POST', '/api/user/reset_password', body, { 'Content-Type': type })).toBe(expected);
  });

  test('above two megabytes are refused with 413', async () => {
    expect(await post('/api/user/reset_password', `{"id":"${'x'.repeat(3 << 20)}"}`)).toBe('413 too_large');
  });

  test('nested a thousand levels deep do no harm', async () => {
    expect(await post('/api/user/my_profile', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).toMatch(
      /^400 invalid/,
    );
  });

  test('authorization is checked before the input', async () => {
    const anonymous = await server.request('POST', '/api/user/delete', { headers: json, body: '{"colour":1}' });
    expect(anonymous.status).toBe(401);
    const form = await server.request('POST', '/api/user/delete', {
      headers: { 'Content-Type': 'text/plain' },
      body: 'x',
    });
    expect(form.status).toBe(401);
  });
});

describe('languages', () => {
  const { en, zh } = texts;
  test.each([
    [undefined, zh],
    ['zh-CN', zh],
    ['zh', zh],
    ['en', en],
    ['en-GB,en;q=0.9', en],
    ['fr,en;q=0.4,zh;q=0.6', zh],
    ['zh;q=0.2, en;q=0.8', en],
    ['fr', zh],
    ['*', zh],
    ['', zh],
  ])('messages and field labels follow Accept-Language %s', async (header, text) => {
    // Always set the header, because `fetch` would send its own.
    const language: Record<string, string> = { 'Accept-Language': header ?? '*' };
    const one = await server.request('GET', '/api/user', { headers: language });
    expect(await one.json()).toEqual({ code: 'unauthenticated', message: text.errors.unauthenticated });
    const headers = { Token: server.admin.token, ...language };
    const two = await server.request('GET', '/api/user?colour=red', { headers });
    expect(await two.json()).toMatchObject({
      message: text.errors.invalid,
      fields: { colour: text.reasons.unknownKey },
    });
  });
});

describe('cache headers', () => {
  const cacheable = Object.entries(calls).flatMap(([key, row]) => ('cacheable' in row && row.cacheable ? [key] : []));

  test('only the expected calls carry an ETag', () => {
    expect(cacheable.sort()).toEqual([
      'GET assessment/query',
      'GET assessment/standard',
      'GET assessment/standard/serial1',
      'GET audit',
      'GET basic/division_tree',
      'GET document/list',
      'GET file/category',
      'GET finding/query',
      'GET notice/query',
      'GET openapi.json',
      'GET public/ratings',
      'GET statistics/experts',
      'GET statistics/findings',
      'GET statistics/progress',
      'GET statistics/ratings',
      'GET statistics/scores',
      'GET supervise/assessments',
      'GET supervise/stations',
      'GET system/settings',
      'GET user/experts',
      'GET user/managers',
      'GET user/stations',
      'GET user/supervisors',
    ]);
  });

  test('every paged list has a weak ETag, answers 304 without a body, and is stored only if anybody may read it', async () => {
    const paged = Object.entries(calls).flatMap(([key, { input, who }]) =>
      key.startsWith('GET ') && 'page' in input.shape ? [[key.slice(4), who === 'anyone'] as const] : [],
    );
    expect(paged).toHaveLength(12);
    const { id: userId } = await addSupervisor(server);
    await addStation(server, COUNTY);
    for (const [path, isPublic] of paged) {
      const query = path.startsWith('supervise/') ? `?userId=${userId}` : '';
      const headers = { Token: server.admin.token };
      const first = await server.request('GET', `/api/${path}${query}`, { headers });
      const etag = first.headers.get('etag') ?? '';
      expect([path, etag]).toEqual([path, expect.stringMatching(/^W\/"[^"]+"$/)]);
      const kept = [first.headers.get('cache-control'), first.headers.get('vary')?.toLowerCase()];
      // A public answer may be cached publicly.
      expect(kept).toEqual(
        isPublic
          ? ['public, no-cache', expect.stringContaining('accept, accept-language')]
          : ['no-store', expect.stringContaining('token, accept-language')],
      );
      const again = await server.request('GET', `/api/${path}${query}`, {
        headers: { ...headers, 'If-None-Match': etag },
      });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  test('a changed list is sent again, an unchanged one reuses the same object', async () => {
    const list = () => server.admin.api.call('GET user/stations', { size: 200 }, { revalidate: true });
    const first = await list();
    expect(await list()).toBe(first);
    await addStation(server, COUNTY);
    const second = await list();
    expect(second.total).toBe(first.total + 1);
    expect(await list()).toBe(second);
  });

  test.each(['basic/division_tree', 'file/category', 'system/settings', 'openapi.json'])(
    '%s answers 304',
    async (path) => {
      const headers = { Token: server.admin.token };
      const first = await server.request('GET', `/api/${path}`, { headers });
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await server.request('GET', `/api/${path}`, { headers: { ...headers, 'If-None-Match': known } });
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
      }
      const other = await server.request('GET', `/api/${path}`, {
        headers: { ...headers, 'If-None-Match': '"other"' },
      });
      expect(other.status).toBe(200);
      expect(await other.text()).toBe(await first.text());
    },
  );

  test('changes its ETag with its content and must be revalidated', async () => {
    const headers = { Token: server.admin.token };
    const before = await server.request('GET', '/api/system/settings', { headers });
    expect(before.headers.get('cache-control')).toBe('private, no-cache');
    await server.admin.api.call('POST system/update_settings', { remindDays: 91 });
    const etag = before.headers.get('etag') ?? '';
    const after = await server.request('GET', '/api/system/settings', {
      headers: { ...headers, 'If-None-Match': etag },
    });
    expect(after.status).toBe(200);
    expect(await after.json()).toMatchObject({ remindDays: 91 });
  });

  test('a cached response is not shown to a caller without the right to see it', async () => {
    const { headers } = await server.request('GET', '/api/system/settings', { headers: { Token: server.admin.token } });
    const etag = headers.get('etag') ?? '';
    const stranger = await server.request('GET', '/api/system/settings', { headers: { 'If-None-Match': etag } });
    expect(stranger.status).toBe(401);
  });

  test('no other response is cacheable', async () => {
    for (const path of ['user', 'basic/status', 'health', 'nothing']) {
      const answer = await server.request('GET', `/api/${path}`, { headers: { Token: server.admin.token } });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});

test('a call without browser headers is refused with safe security headers', async () => {
  const { headers } = await server.request('GET', '/api/nothing');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});
