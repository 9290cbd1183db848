import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leafOf, rowText, sm3 } from '@shp/server/audit/rows';
import { readKey, useNextKey, writeNextKey } from '@shp/server/audit/signing/keyFile';
import { EMPTY, rootOf, storedTree, type Tree, treeOf, withLeaf } from '@shp/server/audit/tree/growth';
import { TreeReader } from '@shp/server/audit/tree/proofs';
import type { AuditNodesTable } from '@shp/server/store/schema/audit';
import type { Db } from '@shp/server/store/schema/schema';
import { fromBase64, toHex } from '@shp/shared/trust/bytes';
import { plainSm3 } from '@shp/shared/trust/history';
import { emptyRoot, hashesIn, isConsistent, isIncluded, nodeHash } from '@shp/shared/trust/merkle';
import { isSignedBy } from '@shp/shared/trust/sm2';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './demoDatabase.ts';

const folder = mkdtempSync(join(tmpdir(), 'shp-sm2-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content?: string | Uint8Array) => {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
};
const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'buffer', stdio: 'pipe' });
const SM2 = ['-sm3', '-sigopt', 'distid:1234567812345678'];

function acceptedByOpenssl(publicKey: string, text: string, signature: string): boolean {
  const pem = `-----BEGIN PUBLIC KEY-----\n${publicKey.replace(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----\n`;
  const named = ['-verify', file('public.pem', pem), '-signature', file('s', Buffer.from(signature, 'base64'))];
  try {
    return /OK/.test(String(openssl('dgst', ...SM2, ...named, file('text', text))));
  } catch {
    return false;
  }
}

describe('signatures', () => {
  test('openssl accepts what our key signs, and reads the key file', async () => {
    await writeNextKey(folder);
    await useNextKey(folder);
    const signer = await readKey(folder, null);
    if (signer === null) throw new Error('no key');
    const der = openssl('pkey', '-in', file('audit-key.pem'), '-pubout', '-outform', 'DER');
    expect(der.toString('base64')).toBe(signer.publicKey);
    for (let length = 0; length < 12; length++) {
      const text = `{"结论":"${randomBytes(length * 7).toString('base64')}"}`;
      const signature = await signer.sign(text);
      expect(acceptedByOpenssl(signer.publicKey, text, signature)).toBe(true);
      expect(acceptedByOpenssl(signer.publicKey, `${text} `, signature)).toBe(false);
      expect(isSignedBy(sm3, signer.publicKey, text, signature)).toBe(true);
    }
  });

  test('we accept what openssl signs with keys of its own and of Node, and no bit may change', () => {
    openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:SM2', '-out', file('own.pem'));
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'SM2' });
    file('node.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
    for (const name of ['own.pem', 'node.pem']) {
      const publicKey = openssl('pkey', '-in', file(name), '-pubout', '-outform', 'DER').toString('base64');
      const text = 'rows 的 head';
      const signed = openssl('dgst', ...SM2, '-sign', file(name), file('text', text));
      expect(isSignedBy(sm3, publicKey, text, signed.toString('base64'))).toBe(true);
      expect(isSignedBy(plainSm3, publicKey, text, signed.toString('base64'))).toBe(true);
      for (let bit = 0; bit < signed.length * 8; bit += 7) {
        const changed = Buffer.from(signed);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(isSignedBy(sm3, publicKey, text, changed.toString('base64'))).toBe(false);
      }
      const key = Buffer.from(publicKey, 'base64');
      for (let bit = 0; bit < key.length * 8; bit += 11) {
        const changed = Buffer.from(key);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(isSignedBy(sm3, changed.toString('base64'), text, signed.toString('base64'))).toBe(false);
      }
      expect(isSignedBy(sm3, publicKey, `${text}.`, signed.toString('base64'))).toBe(false);
    }
  });

  test('any text at all is no key and no signature', () => {
    fc.assert(
      fc.property(fc.string(), fc.base64String(), (key, signature) => {
        expect(isSignedBy(sm3, key, '', signature)).toBe(false);
      }),
    );
  });

  test('SM3 in plain JavaScript is that of openssl', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(toHex(plainSm3(bytes))).toBe(toHex(sm3(bytes)));
      }),
    );
  });
});

/** The tree of RFC 9162, 2.1.1, as it is written there. */
function plainRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return emptyRoot(sm3);
  if (leaves.length === 1) return first;
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return nodeHash(sm3, plainRoot(leaves.slice(0, middle)), plainRoot(leaves.slice(middle)));
}

const SIZE = 2000;
const rowAt = (place: number) => ({
  id: `row-${String(place).padStart(5, '0')}`,
  at: '2026-01-01T00:00:00.000Z',
  by_id: null,
  by_name: null,
  by_role: null,
  action: 'user/profile',
  object_kind: 'expert',
  object_id: `expert-${place}`,
  object_name: '专家',
  address: '',
  changes: '{}',
});

describe('the tree', () => {
  let database: TestDatabase;
  const leaves = Array.from({ length: SIZE }, (_, place) => leafOf(rowText(rowAt(place))));
  const roots: Uint8Array[] = [emptyRoot(sm3)];
  const at = (hashes: readonly Uint8Array[]) => (place: number) => hashes[place] ?? new Uint8Array();
  const [leafAt, rootAt] = [at(leaves), at(roots)];
  const path = (text: string) => hashesIn(fromBase64(text) ?? new Uint8Array(1)) ?? [];
  const reader = (size = SIZE) => new TreeReader(database.read as Db, size);

  beforeAll(async () => {
    database = await openTestDatabase();
    let tree: Tree = EMPTY;
    const nodes: AuditNodesTable[] = [];
    // Gaps between the numbers, as rolled back transactions leave on PostgreSQL.
    const rows = leaves.map((_, index) => ({ ...rowAt(index), seq: index * 2 + 5, digest: '' }));
    for (const row of rows) {
      tree = treeOf(storedTree(withLeaf(tree, leafOf(rowText(row)), row.seq, nodes)));
      roots.push(rootOf(tree));
    }
    for (let at = 0; at < SIZE; at += 500)
      await database.write
        .insertInto('audit')
        .values(rows.slice(at, at + 500))
        .execute();
    await database.write.insertInto('audit_nodes').values(nodes).execute();
  });
  afterAll(() => database.close());

  test('has the root of the plainly written tree at every size', () => {
    for (let size = 0; size <= SIZE; size += size < 300 ? 1 : 13)
      expect(toHex(rootAt(size))).toBe(toHex(plainRoot(leaves.slice(0, size))));
    expect(toHex(rootOf(EMPTY))).toBe(toHex(sm3(new Uint8Array())));
  });

  const sizes = fc.tuple(fc.integer({ min: 0, max: SIZE }), fc.integer({ min: 0, max: SIZE })).map(([a, b]) => ({
    from: Math.min(a, b),
    to: Math.max(a, b),
  }));
  const flipped = (hashes: readonly Uint8Array[], at: number) =>
    hashes.map((one, place) => (place === at ? Uint8Array.from(one, (byte, i) => (i === 0 ? byte ^ 1 : byte)) : one));

  test('proves each of its rows at any later size, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async ({ from: index, to: size }, other) => {
        fc.pre(index < size);
        const hashes = path(await reader().inclusion(index, size));
        const proof = { index, size, leaf: leafAt(index), path: hashes, root: rootAt(size) };
        expect(isIncluded(sm3, proof)).toBe(true);
        const place = other % SIZE;
        if (place !== index) {
          expect(isIncluded(sm3, { ...proof, leaf: leafAt(place) })).toBe(false);
          // Where the tree is one leaf, its proof is empty at place 0 only.
          if (place < size) expect(isIncluded(sm3, { ...proof, index: place })).toBe(false);
        }
        expect(isIncluded(sm3, { ...proof, root: rootAt((size + 1) % SIZE) })).toBe(false);
        expect(isIncluded(sm3, { ...proof, path: [...hashes, leafAt(0)] })).toBe(false);
        for (const at of hashes.keys()) {
          expect(isIncluded(sm3, { ...proof, path: flipped(hashes, at) })).toBe(false);
          expect(isIncluded(sm3, { ...proof, path: hashes.slice(0, at) })).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('proves that it continues each earlier size, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ from, to }) => {
        const hashes = path(await reader(to).consistency(from, to));
        const proof = { from, to, fromRoot: rootAt(from), toRoot: rootAt(to), path: hashes };
        expect(isConsistent(sm3, proof)).toBe(true);
        const wrong = leafAt(0);
        expect(isConsistent(sm3, { ...proof, fromRoot: from === 1 ? rootAt(2) : wrong })).toBe(false);
        if (from > 0) expect(isConsistent(sm3, { ...proof, toRoot: to === 1 ? rootAt(2) : wrong })).toBe(false);
        expect(isConsistent(sm3, { ...proof, path: [...hashes, wrong] })).toBe(false);
        if (from !== to && to > 1 && from > 0) expect(isConsistent(sm3, { ...proof, from: to, to: from })).toBe(false);
        for (const at of hashes.keys()) expect(isConsistent(sm3, { ...proof, path: flipped(hashes, at) })).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  test('gives its root at every size from the rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: SIZE }), async (size) => {
        expect(toHex(await reader(size).root(size))).toBe(toHex(rootAt(size)));
      }),
      { numRuns: 60 },
    );
  });
});
