import { Random } from '@shp/server/demo/random';
import { calls } from '@shp/shared/api/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../support/contract.ts';
import { SEED } from '../support/seed.ts';
import { type Actor, CALM, due, everybody } from './fuzz/actors.ts';
import { judge } from './fuzz/judge.ts';
import { type Description, type Operation, operationsOf } from './fuzz/operations.ts';
import { requestOf, type Sent } from './fuzz/requests.ts';
import { Pool, Values } from './fuzz/values.ts';

/** `FUZZ_SECONDS=120` for a long run. It only calls the server started here. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 8);
const MOST_FAULTS = 20;
/** The minimum number of requests; it goes on after `SECONDS` on a busy machine. */
const FEWEST = 150;

let server: Contract;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
});
afterAll(() => server.stop());

/** The sheet of the built-in standard. */
async function sheet(): Promise<Buffer<ArrayBuffer>> {
  const response = await server.admin.api.open('GET standard/export', {});
  return Buffer.from(await response.arrayBuffer());
}

/** Calls everything that needs no input, so that even the first requests can use existing ids. */
async function learnLists(operations: readonly Operation[], pool: Pool): Promise<void> {
  const { token } = server.admin;
  for (const { method, path, parameters, key, kind } of operations) {
    if (method !== 'GET' || parameters.some(({ required }) => required)) continue;
    if (key === null || 'binary' in calls[key].output) continue;
    const response = await server.request(method, path, { headers: { Token: token } });
    if (response.ok) pool.learn(await response.json(), kind);
  }
}

function told({ url, init }: Sent, actor: Actor): string {
  const { Token: _secret, ...headers } = init.headers;
  const body = typeof init.body === 'string' ? ` ${JSON.stringify(init.body.slice(0, 300))}` : '';
  return `${actor.name}: ${init.method} ${url.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)}${body}`;
}

/** Asks for no second factors: the callers have none, and would all be locked out. */
function withoutFactors({ url, init }: Sent): Sent {
  if (typeof init.body !== 'string') return { url, init };
  return { url, init: { ...init, body: init.body.replace(/("secondFactor":)"(?:managing|all)"/, '$1"off"') } };
}

async function send({ url, init }: Sent, actor: Actor): Promise<Response> {
  actor.token ??= (await actor.renew?.()) ?? null;
  const headers = actor.token === null ? init.headers : { ...init.headers, Token: actor.token };
  return fetch(server.url + url, { ...init, headers });
}

test(`${SECONDS} s of random requests break nothing (seed ${SEED})`, { timeout: (SECONDS + 300) * 1000 }, async () => {
  const random = new Random(SEED);
  const description = (await server.guest.call('GET openapi.json', {})) as Description;
  const operations = operationsOf(description);
  const { actors, own } = await everybody(server);
  const pool = new Pool(own);
  const values = new Values(random, pool, description.components.schemas, await sheet());
  await learnLists(operations, pool);
  const faults = new Map<string, string>();
  const answered = new Set<string>();
  let sent = 0;
  const end = Date.now() + SECONDS * 1000;
  for (; (Date.now() < end || sent < FEWEST) && faults.size < MOST_FAULTS; sent++) {
    const operation = random.pick(operations);
    const may = actors.filter((one) => due(operation, one) === null);
    const actor = random.pick(random.chance(0.7) ? may : actors);
    const request = withoutFactors(requestOf(operation, random, values));
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
    pool.learn(json, operation.kind);
    const begun = response.headers.get('location');
    if (begun !== null) pool.learn({ id: begun.split('/').at(-1) }, 'upload');
  }
  const never = operations.filter(({ name }) => !answered.has(name)).map(({ name }) => name);
  console.log(
    `${sent} requests, ${answered.size} of ${operations.length} calls answered, seed ${SEED}; never: ${never.join(', ')}`,
  );
  expect([...faults.values()].join('\n')).toBe('');
  expect(answered.size).toBeGreaterThan(20);
  const { api } = await server.login(server.demo.admin.account, server.demo.admin.password);
  expect(await api.call('GET audit/verify', {})).toMatchObject({ ok: true, firstBroken: null });
});
