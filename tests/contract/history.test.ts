import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Output } from '@shp/shared/api/index';
import { checkBundle } from '@shp/shared/trust/bundle';
import { fromBase64, fromHex, toHex, utf8 } from '@shp/shared/trust/bytes';
import { continues, type Head, keyId, plainSm3, type SignedHead } from '@shp/shared/trust/history';
import { hashesIn, isIncluded, leafHash } from '@shp/shared/trust/merkle';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Contract, type Person, startContract } from '../support/contract.ts';
import { addManager, addStation, COUNTY } from '../support/people.ts';
import { addCast, bring, type Cast } from '../support/review.ts';
import { outcome } from '../support/strictClient.ts';

let server: Contract;
let county: Person;
let cast: Cast;
const folder = mkdtempSync(join(tmpdir(), 'shp-history-'));
beforeAll(async () => {
  server = await startContract();
  county = await addManager(server, 'county_manager', COUNTY);
  cast = await addCast(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** The head after everything that has been written until now. */
async function nextHead(): Promise<Output<'GET audit/head'>> {
  const { rows } = await server.admin.api.call('GET audit/verify', {});
  await expect
    .poll(async () => (await server.guest.call('GET audit/head', {})).head.size, { timeout: 15_000, interval: 250 })
    .toBeGreaterThanOrEqual(rows);
  return server.guest.call('GET audit/head', {});
}

/** What Debian's openssl says, from nothing but the bytes of an answer. */
function acceptedByOpenssl(publicKey: string, text: string, signature: string): boolean {
  const at = (name: string, bytes: string | Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const key = at('key.der', Buffer.from(publicKey, 'base64'));
  const signed = at('signature', Buffer.from(signature, 'base64'));
  const how = ['-sm3', '-sigopt', 'distid:1234567812345678', '-keyform', 'DER', '-verify', key, '-signature', signed];
  try {
    return /OK/.test(execFileSync('openssl', ['dgst', ...how, at('text', text)], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return false;
  }
}

const publicKey = async (id: string) =>
  (await server.guest.call('GET audit/keys', {})).find((key) => key.id === id)?.publicKey ?? '';
/** As docs/spec/wire.md#signed-history writes it. */
const textOf = ({ at, root, size }: Head) => `{"at":"${at}","root":"${root}","size":${size}}`;

describe('the head', () => {
  test('covers new rows within 10 seconds; openssl verifies it for anybody, and no changed bit', async () => {
    await addStation(server, COUNTY);
    const { head, key, signature } = await nextHead();
    const pub = await publicKey(key);
    expect(keyId(plainSm3, pub)).toBe(key);
    expect(acceptedByOpenssl(pub, textOf(head), signature)).toBe(true);
    const { size, root } = head;
    const changed = root.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    expect(acceptedByOpenssl(pub, textOf({ ...head, size: size + 1 }), signature)).toBe(false);
    expect(acceptedByOpenssl(pub, textOf({ ...head, root: changed }), signature)).toBe(false);
    expect(acceptedByOpenssl(pub, textOf({ ...head, at: head.at.replace('2', '3') }), signature)).toBe(false);
    const bytes = Buffer.from(signature, 'base64');
    bytes[20] = (bytes[20] ?? 0) ^ 4;
    expect(acceptedByOpenssl(pub, textOf(head), bytes.toString('base64'))).toBe(false);
  }, 60_000);

  test('of an earlier time is continued by each later one, as the proof with it shows', async () => {
    const { head: earlier } = await nextHead();
    await addStation(server, COUNTY);
    await nextHead();
    const { head, consistency } = await server.guest.call('GET audit/head', { since: earlier.size });
    expect(head.size).toBeGreaterThan(earlier.size);
    expect(continues(plainSm3, earlier, head, consistency ?? '')).toBe(true);
    const forged = { ...earlier, root: head.root };
    expect(continues(plainSm3, forged, head, consistency ?? '')).toBe(false);
    const { path } = await server.admin.api.call('GET audit/consistency', { from: earlier.size, to: head.size });
    expect(path).toBe(consistency);
    const beyond = await server.guest.call('GET audit/head', { since: head.size + 1000 });
    expect(beyond.consistency).toBeNull();
  }, 60_000);
});

describe('a row', () => {
  test('is proved to be in the head by its place and by its id', async () => {
    const { head } = await nextHead();
    const { items } = await server.admin.api.call('GET audit', { size: 5 });
    const root = fromHex(head.root) ?? new Uint8Array();
    for (const { id, at, action, object } of items) {
      const proof = await server.admin.api.call('GET audit/proof', { id, size: head.size }).catch(() => null);
      if (proof === null) continue;
      const [rowId, rowAt, , , , rowAction, , objectId] = JSON.parse(proof.row) as string[];
      expect([rowId, rowAt, rowAction, objectId]).toEqual([id, at, action, object.id]);
      const leaf = leafHash(plainSm3, utf8(proof.row));
      expect(toHex(leaf)).toBe(proof.leaf);
      const path = hashesIn(fromBase64(proof.path) ?? new Uint8Array(1)) ?? [];
      const { size } = proof;
      expect(isIncluded(plainSm3, { index: proof.seq - 1, size, leaf, path, root })).toBe(true);
      expect(await server.admin.api.call('GET audit/proof', { seq: proof.seq, size })).toEqual(proof);
    }
    const first = await server.admin.api.call('GET audit/proof', { seq: 1 });
    expect(first.seq).toBe(1);
  }, 60_000);

  test('is proved to administrators only; without a place, beyond the tree or with two names it is refused', async () => {
    for (const call of [
      () => county.api.call('GET audit/proof', { seq: 1 }),
      () => county.api.call('GET audit/consistency', { from: 1, to: 2 }),
    ])
      expect(await outcome(call())).toBe('403 forbidden');
    const { api } = server.admin;
    expect(await outcome(server.guest.call('GET audit/proof', { seq: 1 }))).toBe('401 unauthenticated');
    expect(await outcome(api.call('GET audit/proof', {}))).toBe('400 invalid');
    expect(await outcome(api.call('GET audit/proof', { seq: 1, id: 'x' }))).toBe('400 invalid');
    for (const input of [{ seq: 0 }, { seq: 1e9 }, { id: 'nothing' }, { seq: 1, size: 1e9 }, { seq: 3, size: 2 }])
      expect(await outcome(api.call('GET audit/proof', input))).toBe('404 not_found');
    expect(await outcome(api.call('GET audit/consistency', { from: 2, to: 1 }))).toBe('400 invalid');
    expect(await outcome(api.call('GET audit/consistency', { from: 1, to: 1e9 }))).toBe('404 not_found');
    expect(await outcome(api.call('GET audit/head' as never, { since: -1 } as never))).toBe('400 invalid');
  });
});

describe('a conclusion', () => {
  test('carries its bundle at once: openssl verifies text and head, and any changed bit is found', async () => {
    const review = await bring(server, cast, 'passed');
    const print = await cast.final.api.call('GET assessment/print', { id: review.id });
    const { bundle } = print;
    if (bundle === null) throw new Error('no bundle');
    expect(acceptedByOpenssl(bundle.publicKey, bundle.text, bundle.signature)).toBe(true);
    expect(acceptedByOpenssl(bundle.publicKey, textOf(bundle.head), bundle.headSignature)).toBe(true);
    expect(acceptedByOpenssl(bundle.publicKey, bundle.text.replace('passed', 'failed'), bundle.signature)).toBe(false);
    const verdict = checkBundle(plainSm3, bundle);
    const { key } = await server.guest.call('GET audit/head', {});
    expect(verdict).toMatchObject({ ok: true, digest: print.digest, key, print: { number: print.number } });
    expect(await publicKey(key)).toBe(bundle.publicKey);
    const [, , by, byName, , , , id, number, address] = JSON.parse(bundle.row) as unknown[];
    expect([by, byName, id, number, address]).toEqual([null, null, review.id, print.number, '']);
    const faults = {
      signature: [{ text: bundle.text.replace('passed', 'failed') }, { signature: bundle.headSignature }],
      head: [{ head: { ...bundle.head, size: bundle.head.size + 1 } }, { headSignature: bundle.signature }],
      row: [{ row: bundle.row.replace(String(print.digest), '0'.repeat(64)) }],
      proof: [
        { row: bundle.row.replace(review.id, 'another') },
        { seq: bundle.seq + 1 },
        { path: `AAAA${bundle.path.slice(4)}` },
      ],
      format: [{ format: 'other' }, { text: '{' }, { seq: '1' }],
    };
    for (const [fault, changes] of Object.entries(faults))
      for (const change of changes)
        expect(checkBundle(plainSm3, { ...bundle, ...change })).toEqual({ ok: false, fault });
    const { number: asked, digest } = { number: print.number ?? '', digest: print.digest ?? '' };
    expect(await server.guest.call('GET verify', { number: asked, digest, bundle: true })).toMatchObject({ bundle });
    // Later rows come after it: the bundle stays as it was.
    await addStation(server, COUNTY);
    expect((await cast.final.api.call('GET assessment/print', { id: review.id })).bundle).toEqual(bundle);
    expect(
      continues(
        plainSm3,
        bundle.head,
        (await nextHead()).head,
        (await server.guest.call('GET audit/head', { since: bundle.head.size })).consistency ?? '',
      ),
    ).toBe(true);
  }, 120_000);

  test('from before there were signatures is signed when it is first asked for', async () => {
    const review = await bring(server, cast, 'failed');
    await server.rawDatabase.sql('UPDATE prints SET bundle = NULL WHERE assessment_id = ?', review.id);
    const first = await cast.final.api.call('GET assessment/print', { id: review.id });
    expect(checkBundle(plainSm3, first.bundle)).toMatchObject({ ok: true, digest: first.digest });
    expect(await cast.final.api.call('GET assessment/print', { id: review.id })).toEqual(first);
  }, 60_000);

  test('that is only a draft has none', async () => {
    const review = await bring(server, cast, 'reviewing');
    expect((await cast.final.api.call('GET assessment/print', { id: review.id })).bundle).toBeNull();
  }, 60_000);
});

test('each new head goes to a syslog server, in the form of RFC 5424', async () => {
  const listener = createSocket('udp4');
  const messages: string[] = [];
  listener.on('message', (message) => messages.push(message.toString()));
  await new Promise<void>((resolve) => listener.bind(0, '127.0.0.1', resolve));
  const told = await startContract(['--no-captcha', '--syslog', `127.0.0.1:${listener.address().port}`]);
  onTestFinished(async () => {
    await told.stop();
    listener.close();
  });
  const header = /^<109>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [\x21-\x7e]{1,255} shp \d+ audit-head - (?={)/;
  const heads = () => messages.map((message) => JSON.parse(message.replace(header, '')) as SignedHead);
  await expect.poll(() => messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message).toMatch(header);
  const first = heads()[0]?.head.size ?? 0;
  await told.admin.api.call('POST notice/preferences', { lang: 'en' });
  await expect.poll(() => heads().at(-1)?.head.size).toBeGreaterThan(first);
  expect(heads().at(-1)).toEqual(await told.admin.api.call('GET audit/head', {}));
  expect(new Set(messages).size).toBe(messages.length);
}, 60_000);
