import type { User } from '@shp/shared/api/objects';
import { makeLock, read, readPicture, stored, storedPicture } from './lock.ts';
import { openOfflineCopies } from './store.ts';

/** Puts what an account took along under a new PIN, or under none; it must be unlocked. All of it or nothing changes. */
export async function changeLock(account: string, pin: string | null): Promise<void> {
  const database = await openOfflineCopies();
  const holder = await database.get('holders', account);
  if (!holder) return;
  const own = <T extends { account: string }>(rows: readonly T[]) => rows.filter((row) => row.account === account);
  const [answers, pictures] = [own(await database.getAll('answers')), own(await database.getAll('pictures'))];
  const keys = await database.getAllKeys('deltas');
  const deltas = await database.getAll('deltas');
  // Everything is read before the new lock replaces the old key of this tab.
  const plain = await Promise.all(answers.map(async (row) => ({ ...row, value: await read(account, row.value) })));
  const shown = await Promise.all(
    pictures.map(async (row) => ({ ...row, value: await readPicture(account, row.value) })),
  );
  const edits = await Promise.all(
    deltas.map(async (row) => (row.account === account ? { ...row, value: await read(account, row.value) } : null)),
  );
  const user = (await read(account, holder.user)) as User;
  const lock = pin === null ? null : await makeLock(account, pin);
  const rows = await Promise.all(plain.map(async (row) => ({ ...row, value: await stored(lock, row.value) })));
  const previews = await Promise.all(
    shown.map(async (row) => ({ ...row, value: await storedPicture(lock, row.value) })),
  );
  const changed = await Promise.all(edits.map(async (row) => row && { ...row, value: await stored(lock, row.value) }));
  const owner = { ...holder, lock, user: (await stored(lock, user)) as User };
  const transaction = database.transaction(['holders', 'answers', 'pictures', 'deltas'], 'readwrite');
  void transaction.objectStore('holders').put(owner);
  for (const row of rows) void transaction.objectStore('answers').put(row);
  for (const row of previews) void transaction.objectStore('pictures').put(row);
  for (const [index, row] of changed.entries()) if (row) void transaction.objectStore('deltas').put(row, keys[index]);
  await transaction.done;
}
