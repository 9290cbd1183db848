import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, startContract } from '../support/contract.ts';
import { checkError } from '../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
});
afterAll(() => server.stop());

async function concluded(status: Status): Promise<{ row: AssessmentRow; digest: string; unit: string }> {
  const { items } = await server.admin.api.call('GET assessment/query', { status: [status] });
  const row = items[0];
  if (!row) throw new Error(`the demo has no assessment that is ${status}`);
  const { digest, unit } = await server.admin.api.call('GET assessment/print', { id: row.id });
  if (digest === null) throw new Error(`${row.number} has no digest`);
  return { row, digest, unit: String(unit.name) };
}

const NOT_GENUINE = { genuine: false };
const ALTERED = { genuine: false, reason: 'altered' };

describe('an issued conclusion', () => {
  test.each(['passed', 'failed', 'revoked'] as const)('is genuine when %s, with its current status', async (status) => {
    const { row, digest, unit } = await concluded(status);
    expect(await server.guest.call('GET verify', { number: row.number, digest })).toEqual({
      genuine: true,
      number: row.number,
      station: unit,
      level: row.level,
      status,
      validUntil: row.validUntil,
    });
  });

  test('is found by number and digest in any notation', async () => {
    const { row, digest } = await concluded('passed');
    const typed = { number: ` ${row.number.toLowerCase()} `, digest: digest.toUpperCase() };
    expect(await server.guest.call('GET verify', typed)).toMatchObject({ genuine: true, number: row.number });
  });

  test('is found by the first 16 characters of the digest, in groups as people type them', async () => {
    const { row, digest } = await concluded('passed');
    const typed = digest.slice(0, 16).replace(/(.{4})/g, '$1 ');
    const check = (digest: string) => server.guest.call('GET verify', { number: row.number, digest });
    expect(await check(typed)).toMatchObject({ genuine: true, number: row.number });
    expect(await check(digest.slice(0, 15))).toEqual(ALTERED);
  });

  test('stays genuine after a revocation, which is shown', async () => {
    const { row, digest } = await concluded('passed');
    await server.admin.api.call('POST assessment/add_event', { id: row.id, status: 'revoked', description: 'example' });
    const answer = await server.guest.call('GET verify', { number: row.number, digest });
    expect(answer).toMatchObject({ genuine: true, status: 'revoked' });
  });
});

describe('everything else is not genuine, without details', () => {
  test('a wrong digest, another conclusion’s digest, an unknown number, an open assessment, nothing', async () => {
    const [passed, failed] = [await concluded('passed'), await concluded('failed')];
    const { items } = await server.admin.api.call('GET assessment/query', { status: ['reviewing'] });
    const other = passed.digest.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const tries = [
      [ALTERED, { number: passed.row.number, digest: other }],
      [ALTERED, { number: passed.row.number, digest: failed.digest }],
      [NOT_GENUINE, { number: passed.row.number, digest: ' ' }],
      [NOT_GENUINE, { digest: passed.digest }],
      [NOT_GENUINE, {}],
      [NOT_GENUINE, { number: 'GXXSD-1999-000001', digest: passed.digest }],
      [NOT_GENUINE, { number: items[0]!.number, digest: 'null' }],
      [NOT_GENUINE, { number: "' OR 1=1 --", digest: '%' }],
    ] as const;
    for (const [answer, one] of tries) expect(await server.guest.call('GET verify', one)).toEqual(answer);
  });

  test('a number that is too long, and a key that does not exist, are 400', async () => {
    for (const [query, named] of [
      [`number=${'x'.repeat(41)}`, 'number'],
      ['nummer=x', 'nummer'],
    ] as const) {
      const { code, fields } = await checkError(await server.request('GET', `/api/verify?${query}`), 'verify');
      expect([code, Object.keys(fields ?? {})]).toEqual(['invalid', [named]]);
    }
  });
});

describe('in a browser', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const page = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    server.request('GET', `/api/verify?${new URLSearchParams(query)}`, { headers: { Accept: BROWSER, ...headers } });

  test("the page is in the browser's language, has the security headers, and no script", async () => {
    const { row, digest, unit } = await concluded('failed');
    const response = await page({ number: row.number, digest }, { 'Accept-Language': 'en-GB,en;q=0.9' });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(
      (await server.request('GET', '/api/health')).headers.get('content-security-policy'),
    );
    expect(response.headers.get('vary')).toMatch(/Accept, Accept-Language/);
    const text = await response.text();
    expect(text).toMatch(/<html lang="en">[\s\S]*Genuine[\s\S]*Not passed/);
    expect(text).toContain(row.number);
    expect(text).toContain(unit);
    expect(text).not.toMatch(/<script|\son\w+=/i);
    expect(await (await page({ number: row.number, digest })).text()).toMatch(
      /<html lang="zh-CN">[\s\S]*结论真实：不达标/,
    );
  });

  test('the printed name is shown, also after the station was renamed', async () => {
    const { row, digest, unit } = await concluded('passed');
    await server.admin.api.call('POST user/update_station', { id: row.station.id, profile: { name: '示例改名电站' } });
    const text = await (await page({ number: row.number, digest })).text();
    expect(text).toContain(unit);
    expect(text).not.toContain('示例改名电站');
  });

  test('without a number the page asks for it, in the language of its link', async () => {
    const text = await (await page({ lang: 'en' })).text();
    expect(text).toMatch(
      /<html lang="en">[\s\S]*<form action="\/api\/verify">[\s\S]*name="number"[\s\S]*name="digest"/,
    );
    expect(text).not.toContain('verdict unknown');
  });

  test('a wrong code and an unknown number give different texts, and the typed number stays for correction', async () => {
    const { row } = await concluded('passed');
    const text = await (await page({ number: row.number, digest: 'abc', lang: 'zh' })).text();
    expect(text).toContain('内容摘要不符');
    expect(text).toContain(`value="${row.number}"`);
  });

  test('/verify leads to the page with what is asked', async () => {
    const response = await server.request('GET', '/verify?number=x&digest=y', { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/api/verify?number=x&digest=y']);
  });

  test('the page says that a rating was revoked', async () => {
    const { row, digest } = await concluded('revoked');
    const text = await (await page({ number: row.number, digest }, { 'Accept-Language': 'en' })).text();
    expect(text).toMatch(/no longer valid[\s\S]*Revoked/);
  });

  test('the page says that a number is unknown, and repeats no input', async () => {
    const response = await page({ number: '<script>alert(1)</script>', digest: 'x' });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('未能核验');
    expect(text).not.toContain('alert(1)');
  });

  test.each(['*/*', 'application/json', 'application/json, text/html;q=0.9', ''])(
    'that accepts %s gets JSON',
    async (accept) => {
      const response = await page({ number: 'x', digest: 'x' }, { Accept: accept });
      expect(await response.json()).toEqual(NOT_GENUINE);
    },
  );
});
