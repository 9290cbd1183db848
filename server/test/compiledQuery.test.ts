import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement, type Value } from '@shp/server/store/db/compiledQuery';
import { openSqlite } from '@shp/server/store/db/sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const put = statement((db, value: Value<{ id: number; text: string }>) =>
  db
    .insertInto('settings')
    .values({ id: value('id'), value: value('text') })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: value('text') })),
);
const texts = statement((db, value: Value<{ from: number; most: number }>) =>
  db.selectFrom('settings').select('value').where('id', '>=', value('from')).orderBy('id').limit(value('most')),
);

test('a compiled query uses the values of each execution, inside and outside transactions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shp-statement-'));
  const { read, write, close } = openSqlite(folder);
  try {
    await sql`create table settings (id integer primary key, value text)`.execute(write);
    await put(write, { id: 1, text: 'one' });
    await write.transaction().execute(async (db) => {
      await put(db, { id: 2, text: 'two' });
      await put(db, { id: 1, text: "1'); drop table settings; --" });
      expect(await texts(db, { from: 2, most: 5 })).toEqual([{ value: 'two' }]);
    });
    await Promise.all([3, 4].map((id) => put(write, { id, text: `${id}` })));
    expect(await texts(read, { from: 1, most: 3 })).toEqual([
      { value: "1'); drop table settings; --" },
      { value: 'two' },
      { value: '3' },
    ]);
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
});
