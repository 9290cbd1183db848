import type { Assertion, FactorAsked, PasskeyRequest } from '@shp/shared/api/factors/factorObjects';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Authenticator } from '../../support/authenticator.ts';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { firstStep } from '../../support/factors.ts';
import { addManager, addStation, CITY, COUNTY } from '../../support/people.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

const SITE = 'https://shp.example';
let server: Contract;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--public-url', SITE]);
});
afterAll(() => server.stop());

/** Adds a passkey; returns its authenticator and what the server answered. */
async function addPasskey({ api }: Pick<Person, 'api'>, device = new Authenticator(SITE)) {
  const { id, passkey } = await api.call('POST session/begin_passkey', {});
  const credential = device.register(passkey);
  const { factor, codes } = await api.call('POST session/add_passkey', { id, name: 'key', credential });
  return { device, factor, codes: codes ?? [] };
}

function requestOf({ passkey }: FactorAsked): PasskeyRequest {
  if (!passkey) throw new Error('the login asks for no passkey');
  return passkey;
}

const prove = (id: string, assertion: Assertion) =>
  server.guest.call('POST session/factor', { id, kind: 'passkey', assertion });
const FAILED = '400 factor_wrong';
const ENDED = '410 gone';

test('a login with a passkey takes password and signature; the first passkey comes with ten recovery codes', async () => {
  const person = await addManager(server, 'city_manager', CITY);
  const { device, factor, codes } = await addPasskey(person);
  expect([factor.kind, factor.name, codes.length]).toEqual(['passkey', 'key', 10]);
  const asked = await firstStep(server, person);
  expect(asked).toMatchObject({ kinds: ['passkey', 'recovery'], passkey: { rpId: 'shp.example', known: [device.id] } });
  const answer = device.answer(requestOf(asked));
  const { token, user } = await prove(asked.id, answer);
  expect(user.id).toBe(person.id);
  expect(await outcome(prove(asked.id, answer))).toBe(ENDED);
  const { factors, site } = await server.as(token).call('GET session/factors', {});
  expect([factors.length, site]).toEqual([1, SITE]);
  const other = await firstStep(server, person);
  expect(await outcome(prove(other.id, answer))).toBe(FAILED);
  const { items } = await server.admin.api.call('GET audit', { userId: person.id });
  expect(items.map(({ action, changes }) => [action, changes?.factor])).toEqual(
    expect.arrayContaining([
      ['session/add_passkey', [null, 'passkey']],
      ['session/factor', [null, 'passkey']],
    ]),
  );
});

test('refused: a phishing origin, another site, a counter that went back, a copied counter, another account', async () => {
  const person = await addStation(server, COUNTY);
  const other = await addStation(server, COUNTY);
  const { device } = await addPasskey(person);
  const { device: foreign } = await addPasskey(other);
  const right = await firstStep(server, person);
  await prove(right.id, device.answer(requestOf(right)));
  for (const lie of [
    { origin: 'https://shp.example.evil.test' },
    { rpId: 'evil.test' },
    { counter: 0 },
    { counter: device.counter },
  ]) {
    const { id, ...asked } = await firstStep(server, person);
    const request = requestOf({ id, ...asked });
    expect(await outcome(prove(id, device.answer(request, lie))), JSON.stringify(lie)).toBe(FAILED);
    expect(await outcome(prove(id, device.answer(request))), JSON.stringify(lie)).toBe('200');
  }
  const { id, ...asked } = await firstStep(server, person);
  const request = requestOf({ id, ...asked });
  expect(await outcome(prove(id, foreign.answer(request)))).toBe(FAILED);
  expect(await outcome(prove(id, { ...foreign.answer(request), id: device.id }))).toBe(FAILED);
  expect(await outcome(prove(id, foreign.answer(request)))).toBe(ENDED);
  expect(await outcome(prove(id, device.answer(request)))).toBe(ENDED);
});

test('a removed passkey opens no login that had begun', async () => {
  const person = await addManager(server, 'county_manager', COUNTY);
  const { device } = await addPasskey(person);
  const { device: second, factor } = await addPasskey(person);
  const asked = await firstStep(server, person);
  await person.api.call('POST session/remove_factor', { id: factor.id });
  expect(await outcome(prove(asked.id, second.answer(requestOf(asked))))).toBe(FAILED);
  expect(await outcome(prove(asked.id, device.answer(requestOf(asked))))).toBe('200');
});

test('a new passkey: asked again without the known ones, of this site, signed for this challenge, once', async () => {
  const person = await addStation(server, COUNTY);
  const other = await addStation(server, COUNTY);
  const { device } = await addPasskey(person);
  expect((await person.api.call('POST session/begin_passkey', {})).passkey.known).toEqual([device.id]);
  expect(await refusal(addPasskey(other, device))).toMatchObject({ status: 409 });
  const { id, passkey } = await other.api.call('POST session/begin_passkey', {});
  const add = (credential: ReturnType<Authenticator['register']>) =>
    outcome(other.api.call('POST session/add_passkey', { id, name: 'x', credential }));
  const fresh = new Authenticator(SITE);
  expect(await add(fresh.register(passkey, { origin: 'https://evil.test' }))).toBe(FAILED);
  expect(await add(fresh.register(passkey, { rpId: 'evil.test' }))).toBe(FAILED);
  expect(await add(fresh.register({ ...passkey, challenge: 'AAAA' }))).toBe(ENDED);
  expect(await add(fresh.register(passkey))).toBe(ENDED);
});
