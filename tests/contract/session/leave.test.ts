import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newApplicant } from '../../support/applicants.ts';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager, COUNTY, firstLogin, NEIGHBOUR, newAccount, stationProfile } from '../../support/people.ts';
import { rawFileStore } from '../../support/rawFileStore.ts';
import { outcome } from '../../support/strictClient.ts';
import { pdfOf, Tus } from '../../support/tus.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const AT_ONCE = 12;
const GONE = '401 unauthenticated';

/** What ends an account's access: actions by others, or its own logout. */
const ENDS: Record<string, (person: Person) => Promise<unknown>> = {
  'user/delete': ({ id }) => server.admin.api.call('POST user/delete', { userId: id, softDelete: true }),
  'user/reset_password': ({ id }) => server.admin.api.call('POST user/reset_password', { id }),
  'user/update_manager': ({ id }) => server.admin.api.call('POST user/update_manager', { id, division: NEIGHBOUR }),
  'session/logout': ({ api }) => api.call('POST session/logout', {}),
};

/** Makes the maximum number of parallel calls and ends the caller's access after a quarter of them. */
async function amid(person: Person, end: string, act: () => Promise<unknown>): Promise<string[]> {
  const acts: Promise<string>[] = [];
  let ended: Promise<unknown> | undefined;
  for (let count = 0; count < AT_ONCE; count++) {
    if (count === AT_ONCE / 4) ended = ENDS[end]?.(person);
    acts.push(outcome(act()));
  }
  await ended;
  return Promise.all(acts);
}

/** The account's actions after the end of its access, from the audit. */
async function actsAfter(end: string, { id }: Person): Promise<unknown[]> {
  return server.rawDatabase.sql(
    `SELECT action FROM audit WHERE by_id = ? AND action != ?
     AND seq > (SELECT max(seq) FROM audit WHERE action = ? AND (object_id = ? OR by_id = ?))`,
    id,
    end,
    end,
    id,
    id,
  );
}

test.each(Object.keys(ENDS))('no call changes anything for an account after %s', async (end) => {
  for (let round = 0; round < 3; round++) {
    const person = await addManager(server, 'county_manager', COUNTY);
    const answers = await amid(person, end, () => {
      const account = newAccount('late');
      return person.api.call('POST user/add_station', { account, division: COUNTY, profile: stationProfile(account) });
    });
    for (const answer of answers) expect(['200', GONE]).toContain(answer);
    expect(await actsAfter(end, person)).toEqual([]);
  }
});

test.each(Object.keys(ENDS).filter((end) => end !== 'session/logout'))(
  'an access token created concurrently is revoked by %s',
  async (end) => {
    for (let round = 0; round < 3; round++) {
      const person = await addManager(server, 'county_manager', COUNTY);
      const tokens: string[] = [];
      await amid(person, end, async () => {
        const wanted = { name: 'nightly', scopes: ['read' as const], expiresInDays: 30 };
        tokens.push((await person.api.call('POST session/create_token', wanted)).token);
      });
      if (end === 'user/delete') await server.admin.api.call('POST user/recover', { userId: person.id });
      for (const token of tokens) expect(await outcome(server.as(token).call('GET user', {}))).toBe(GONE);
    }
  },
);

test('calls of an account removed for good get 401, never 500', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, api } = await addManager(server, 'county_manager', COUNTY);
    const acts = Array.from({ length: AT_ONCE }, () =>
      outcome(api.call('POST session/create_token', { name: 'nightly', scopes: ['read'], expiresInDays: 30 })),
    );
    await server.admin.api.call('POST user/delete', { userId: id, softDelete: false });
    for (const answer of await Promise.all(acts)) expect(['200', GONE]).toContain(answer);
  }
});

test('an upload of a sender who lost access becomes a file only after the access is back', async () => {
  const { id, person, tus, file } = await newApplicant(server);
  const bytes = pdfOf(60_000);
  const location = await tus.begin(file, bytes.length);
  const line = await tus.hold(location, 0, bytes.length, bytes.slice(0, 40_000));
  const { partSize } = rawFileStore(server.data);
  await vi.waitFor(async () => expect(await partSize(basename(location))).toBeGreaterThan(0), { timeout: 20_000 });
  const { initialPassword } = await server.admin.api.call('POST user/reset_password', { id: person.id });
  line.send(bytes.slice(40_000));
  await line.ended;
  await line.cut();
  expect(await server.admin.api.call('GET file/list', { id })).toEqual([]);
  const back = await firstLogin(server, person.account, initialPassword, 'chosen-after-reset');
  const found = (await Tus.of(server, back).head(location)).headers.get('File-Id');
  expect((await server.admin.api.call('GET file/list', { id })).map((one) => one.id)).toEqual([found]);
});
