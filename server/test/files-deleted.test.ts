import { Context, type Services } from '@shp/server/context';
import { openDownload } from '@shp/server/files/blobs/download';
import { insertDownload } from '@shp/server/store/repositories/downloads';
import { insertSession } from '@shp/server/store/repositories/sessions';
import type { Caller } from '@shp/server/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldersOf, openDemo, type TestDatabase } from './demoDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openDemo();
});
afterAll(() => db.close());

/** A download that has read its file row, but not the bytes. */
async function downloadOf(id: string) {
  const now = new Date(db.now()).toISOString();
  const { id: user } = await db.read
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  const times = { created_at: now, last_used_at: now, expires_at: '2999-01-01T00:00:00.000Z' };
  const session = await insertSession(db.write, { user_id: user, ...times, address: '', agent: '' });
  const asker = { id: user, by: { kind: 'session', id: session.id } } as Caller;
  const { token } = await insertDownload(db.write, asker, { kind: 'file', object_id: id, lang: 'zh' }, now);
  const services = { db, blobs: foldersOf(db).blobs } as unknown as Services;
  const context = new Context(services, 'GET file/download/:name', null, 'zh', '', '', null, null);
  const download = await openDownload(context, ['file'], { token });
  if (!('open' in download)) throw new Error('has no bytes of its own');
  return download;
}

test('a file deleted between reading row and bytes is not found; missing bytes are an error', async () => {
  const { id } = await db.read.selectFrom('files').select('id').where('kind', '=', 'file').executeTakeFirstOrThrow();
  const download = await downloadOf(id);
  await foldersOf(db).blobs.remove(id);
  await expect(download.open()).rejects.toMatchObject({ code: 'ENOENT' });
  await db.write.deleteFrom('files').where('id', '=', id).execute();
  await expect(download.open()).rejects.toMatchObject({ code: 'not_found' });
});
