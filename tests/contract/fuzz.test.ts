import { Random } from '@shp/server/demo/random';
import type { Who } from '@shp/shared/api/call';
import { calls } from '@shp/shared/api/index';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from './fuzz/judge.ts';
import { type Description, type Operation, operationsOf } from './fuzz/operations.ts';
import { requestOf, type Sent } from './fuzz/requests.ts';
import { Pool, Values } from './fuzz/values.ts';
import { type Contract, type Person, startContract } from './harness.ts';

/** `FUZZ_SECONDS=120` for a long run; `FUZZ_SEED` repeats the requests of one. Only the server started here is called. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 15);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const MOST_FAULTS = 20;

/** Somebody who calls; `renew` gets a new token, for the requests also log out and revoke. */
type Actor = { name: string; role: UserRole | null; token: string | null; renew?: () => Promise<string> };

let server: Contract;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
});
afterAll(() => server.stop());

/** Limits that random logins and settings must not reach, or nobody could log in again. */
const CALM = { loginAttempts: { account: 1000, address: 10_000 }, sessionHours: { idle: 12, max: 168 } };

async function logIn(role: UserRole): Promise<Person> {
  const { account, password } = server.demo[role];
  return server.login(account, password);
}

async function everybody(): Promise<{ actors: Actor[]; own: Set<unknown> }> {
  const people = await Promise.all(USER_ROLES.map(logIn));
  await people.find(({ role }) => role === 'admin')?.api.call('POST system/update_settings', CALM);
  const byRole = people.map(({ role, token }) => ({
    name: role,
    role,
    token,
    renew: async () => (await logIn(role)).token,
  }));
  const byToken = (['read', 'export', 'write'] as const).map((scope) => ({
    name: `admin by a token for ${scope}`,
    role: 'admin' as const,
    token: null,
    renew: async () => {
      const { api } = await logIn('admin');
      const input = { name: scope, scopes: [scope], expiresInDays: 1 };
      return (await api.call('POST session/create_token', input)).token;
    },
  }));
  const others = [
    { name: 'nobody', role: null, token: null },
    { name: 'a stranger', role: null, token: 'x'.repeat(43) },
  ];
  return {
    actors: [...byRole, ...byToken, ...others],
    own: new Set(people.flatMap(({ id, account }) => [id, account])),
  };
}

/** What the order of judgement says of a caller before anything is read; null where the call may go on. */
function due({ key, anyone }: Operation, { role }: Actor): number | null {
  if (anyone) return null;
  if (role === null) return 401;
  const who: Who = key === null ? 'loggedIn' : calls[key].who;
  return who === 'loggedIn' || who === 'anyone' || who.includes(role) ? null : 403;
}

function told({ url, init }: Sent, actor: Actor): string {
  const { Token: _secret, ...headers } = init.headers;
  const body = typeof init.body === 'string' ? ` ${JSON.stringify(init.body.slice(0, 300))}` : '';
  return `${actor.name}: ${init.method} ${url.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)}${body}`;
}

async function send({ url, init }: Sent, actor: Actor): Promise<Response> {
  actor.token ??= (await actor.renew?.()) ?? null;
  const headers = actor.token === null ? init.headers : { ...init.headers, Token: actor.token };
  return fetch(server.url + url, { ...init, headers });
}

test(`${SECONDS} s of random requests break nothing (seed ${SEED})`, { timeout: (SECONDS + 60) * 1000 }, async () => {
  const random = new Random(SEED);
  const description = (await server.guest.call('GET openapi.json', {})) as Description;
  const operations = operationsOf(description);
  const { actors, own } = await everybody();
  const pool = new Pool(own);
  const values = new Values(random, pool, description.components.schemas);
  const faults = new Map<string, string>();
  const answered = new Set<string>();
  let sent = 0;
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end && faults.size < MOST_FAULTS; sent++) {
    const operation = random.pick(operations);
    const actor = random.pick(actors);
    const request = requestOf(operation, random, values);
    let response = await send(request, actor);
    if (response.status === 401 && actor.renew) {
      actor.token = null;
      response = await send(request, actor);
    }
    const { fault, json } = await judge(operation, response);
    const status = due(operation, actor);
    const wrong = status !== null && response.status !== status ? `${response.status} in place of ${status}` : fault;
    if (wrong !== null) faults.set(`${operation.name} ${wrong.slice(0, 40)}`, `${told(request, actor)}\n    ${wrong}`);
    if (response.ok) answered.add(operation.name);
    if (response.ok && operation.key === 'POST system/update_settings') {
      const calm = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(CALM) };
      await send({ url: request.url, init: calm }, actor);
    }
    pool.learn(json);
  }
  console.log(`${sent} requests, ${answered.size} of ${operations.length} calls answered, seed ${SEED}`);
  expect([...faults.values()].join('\n')).toBe('');
  expect(answered.size).toBeGreaterThan(operations.length / 2);
});
