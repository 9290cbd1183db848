import { ApiError } from '@shp/shared/api/errors';
import type { User } from '@shp/shared/api/objects';
import { callServer } from '../core/client.ts';
import { readSession } from '../core/session.ts';
import { digestOf } from './device.ts';
import { stored } from './lock.ts';
import { forgetAccount, forgetTaken, listTaken, openOfflineCopies } from './store.ts';

/**
 * Online: deletes downloads of assessments that the user may no longer see, and other accounts' downloads without a
 * PIN; the device then knows the user by the present session.
 */
export async function contact(): Promise<void> {
  const user: User = await callServer('GET user', {});
  const { token } = readSession();
  if (token === null) return;
  const database = await openOfflineCopies();
  for (const { account, lock } of await database.getAll('holders'))
    if (account !== user.id && lock === null) await forgetAccount(account);
  for (const { assessment: id } of await listTaken(user.id)) {
    try {
      await callServer('GET assessment', { id });
    } catch (error) {
      if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error;
      await forgetTaken(user.id, id);
    }
  }
  const holder = await database.get('holders', user.id);
  if (!holder) return;
  const renewed = { user: (await stored(holder.lock, user)) as User, token: await digestOf(token) };
  await database.put('holders', { ...holder, ...renewed });
}
