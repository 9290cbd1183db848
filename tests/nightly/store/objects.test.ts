import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Objects } from '@shp/server/files/s3/objects';
import { S3Parts } from '@shp/server/files/s3/parts';
import { placeOf } from '@shp/server/files/s3/place';
import { expect, test } from 'vitest';
import { BUCKET, environmentOf, storeOf } from '../../support/store.ts';

const objectsOf = (prefix: string) =>
  new Objects(placeOf(`s3://${BUCKET}/${prefix}`, environmentOf(storeOf('')?.url ?? '')));

test('a listing returns every object across pages and none of another prefix', async () => {
  const [objects, others] = [objectsOf('many'), objectsOf('many/more')];
  const keys = Array.from({ length: 1050 }, (_, index) => `k${String(index).padStart(4, '0')}`);
  for (let at = 0; at < keys.length; at += 25)
    await Promise.all(keys.slice(at, at + 25).map((key) => objects.putBytes(`a/${key}`, Buffer.from('x'))));
  await others.putBytes('a/other', Buffer.from('x'));
  const found: string[] = [];
  for await (const page of objects.list('a/')) found.push(...page.map(({ key }) => key));
  expect(found).toEqual(keys);
});

test('blocks count only up to the first gap', async () => {
  const objects = objectsOf('blocks');
  const parts = new S3Parts(objects, '');
  expect(await parts.offset('u')).toBe(0);
  expect(await parts.write('u', 0, Readable.from([randomBytes(10), randomBytes(20)]))).toBe(30);
  expect(await parts.write('u', 50, Readable.from([randomBytes(5)]))).toBe(55);
  expect(await parts.offset('u')).toBe(30);
  expect(await parts.write('u', 30, Readable.from([randomBytes(20)]))).toBe(50);
  expect(await parts.offset('u')).toBe(55);
  await parts.write('u2', 0, Readable.from([randomBytes(7)]));
  await parts.remove('u');
  expect([await parts.offset('u'), await parts.offset('u2')]).toEqual([0, 7]);
});

test('an upload of many blocks is read back whole and in order, also with overlapping blocks', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'shp-blocks-'));
  const parts = new S3Parts(objectsOf('whole'), scratch);
  const bytes = randomBytes(40_000);
  for (let at = 0; at < bytes.length; at += 1000)
    await parts.write('u', at, Readable.from([bytes.subarray(at, at + (at % 3000 === 0 ? 1000 : 1500))]));
  expect(await parts.asFile('u', (path) => readFile(path))).toEqual(bytes);
  expect(readdirSync(scratch)).toEqual([]);
  rmSync(scratch, { recursive: true });
});

test('bytes received before a lost connection are stored', async () => {
  const parts = new S3Parts(objectsOf('broken'), '');
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(1000);
      throw new Error('the line broke');
    })(),
  );
  await expect(parts.write('u', 0, broken)).rejects.toThrow('the line broke');
  expect(await parts.offset('u')).toBe(1000);
});
