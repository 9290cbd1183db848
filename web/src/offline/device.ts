import type { User } from '@shp/shared/api/objects';
import type { Stored } from '../core/device.ts';
import { readSession } from '../core/session.ts';
import type { Saved } from '../outbox/outbox.ts';
import { isLocked, read, readPicture, stored } from './lock.ts';
import { type DeviceAccount, forgetAccount, openOfflineCopies } from './store.ts';

/** A call as the name of its answer, whatever the order of its inputs. */
export function nameOf(key: string, input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return `${key} ${JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The account whose answers this page may show: the user's, or the one of the stored session while it starts. */
async function holderNow(): Promise<DeviceAccount | undefined> {
  const { token, user } = readSession();
  const database = await openOfflineCopies();
  if (user) return database.get('holders', user.id);
  if (token === null) return undefined;
  const digest = await digestOf(token);
  return (await database.getAll('holders')).find((holder) => holder.token === digest);
}

/** The user of an account that is not locked. */
export async function userOf(holder: DeviceAccount): Promise<User> {
  return (await read(holder.account, holder.user)) as User;
}

export async function answer(key: string, input: object): Promise<Stored | 'locked' | undefined> {
  const holder = await holderNow();
  if (!holder) return undefined;
  if (isLocked(holder)) return 'locked';
  const { account } = holder;
  if (key === 'GET user' && Object.keys(input).length === 0) return { answer: await userOf(holder), at: Date.now() };
  const database = await openOfflineCopies();
  const row = await database.get('answers', [account, nameOf(key, input)]);
  if (!row) return undefined;
  const value = await read(account, row.value);
  const later = (await database.getAllFromIndex('deltas', 'of', [account, row.assessment])).filter(
    ({ order }) => order >= row.order,
  );
  if (later.length === 0) return { answer: value, at: row.at };
  const saved = await Promise.all(later.map((delta) => read(account, delta.value)));
  const { withSaved } = await import('./saved.ts');
  return { answer: withSaved(key, input as Record<string, string>, value, saved as Saved[]), at: row.at };
}

export async function remember(key: string, input: object, value: unknown, began: number): Promise<void> {
  const holder = await holderNow();
  if (!holder) return;
  const database = await openOfflineCopies();
  const { account, lock } = holder;
  const before = await database.get('answers', [account, nameOf(key, input)]);
  if (before && before.order <= began)
    await database.put('answers', { ...before, at: Date.now(), order: began, value: await stored(lock, value) });
}

export async function picture(fileId: string): Promise<Blob | undefined> {
  const holder = await holderNow();
  if (!holder || isLocked(holder)) return undefined;
  const row = await (await openOfflineCopies()).get('pictures', [holder.account, fileId]);
  return row && readPicture(holder.account, row.value);
}

export const forget = forgetAccount;
