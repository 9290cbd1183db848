import { listUsers } from '@shp/server/store/lists/users';
import { insertUser, removeUser, updateUser } from '@shp/server/store/repositories/users';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './demoDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const AT = '2026-01-01T00:00:00.000Z';
/**
 * Few characters, so that searches find something; among them those that LIKE, indexes and case folding treat
 * specially.
 */
const characters = fc.constantFrom(
  '水',
  '电',
  '站',
  'a',
  'A',
  'É',
  'é',
  'Ａ',
  '%',
  '_',
  '\\',
  '😀',
  '𠮷',
  ' ',
  '\u{10fffe}',
);
const name = fc.string({ unit: characters, minLength: 1, maxLength: 12 });
const text = fc.string({ unit: characters, minLength: 1, maxLength: 3 });
const lower = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A station with a name; it may be renamed later, or deleted. */
const station = fc.record({ name, renamed: fc.option(name), goes: fc.boolean() });

test('a text finds the names and accounts that contain it, also after changes', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(station, { maxLength: 12 }),
      fc.array(text, { maxLength: 6 }),
      async (stations, texts) => {
        const run = `run${count++}`;
        const all = new Map<string, string>();
        for (const [index, { name, renamed, goes }] of stations.entries()) {
          const id = `${run}-${index}`;
          const account = `${run}.A${index}`;
          const profile = { name, capacity: 1 };
          const user = { id, role: 'station', account, division: '450325', profile, passwordHash: '' } as const;
          await insertUser(db.write, { ...user, mustChangePassword: false, at: AT }, null);
          const row = await db.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
          if (renamed !== null) await updateUser(db.write, row, { profile: { name: renamed } }, AT);
          if (goes) await removeUser(db.write, id);
          else all.set(id, lower(`${renamed ?? name}\n${account}`));
        }
        for (const keyword of [...texts, `${run}.a`]) {
          const { total, rows } = await listUsers(db.read, { kind: 'all' }, 'stations', {
            isDeleted: false,
            keyword,
            page: 1,
            size: 1000,
          });
          const found = rows.filter(({ id }) => id.startsWith(`${run}-`)).map(({ id }) => id);
          expect(total).toBe(rows.length);
          expect(found.sort()).toEqual(
            [...all]
              .filter(([, held]) => held.includes(lower(keyword)))
              .map(([id]) => id)
              .sort(),
          );
        }
        for (const id of all.keys()) await removeUser(db.write, id);
      },
    ),
    { numRuns: 60 },
  );
});
