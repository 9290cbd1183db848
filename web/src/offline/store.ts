import type { User } from '@shp/shared/api/objects';
import { DAY } from '@shp/shared/domain/lib/days';
import { loadOnce } from '@shp/shared/domain/lib/loadOnce';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { writeStored } from '../core/browserStorage.ts';
import { OFFLINE_DATABASE, TAKEN_KEY } from '../core/device.ts';

/** Bytes that only the PIN opens: encrypted by a key of their own, which the lock's public key encrypts. */
export type EncryptedBytes = {
  readonly key: ArrayBuffer;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
};

/**
 * A PIN's lock. Anybody may add to what it holds (the public key); reading needs the private key, which a key derived from
 * the PIN encrypts.
 */
export type Lock = {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly rounds: number;
  readonly publicKey: CryptoKey;
  readonly privateKey: { readonly iv: Uint8Array<ArrayBuffer>; readonly data: ArrayBuffer };
  /** Wrong PINs since the last right one. */
  readonly wrong: number;
};

/** An offline copy is kept for this long; a clock that is wrong by a day deletes nothing early. */
export const RETENTION_MS = 14 * DAY;
const CLOCK_MS = DAY;

/** An account with offline copies, and the user as the server knew it. */
export type DeviceAccount = {
  readonly account: string;
  readonly name: string;
  readonly user: User | EncryptedBytes;
  /** SHA-256 of the session's token: a page loaded anew offline knows whose session it is. */
  readonly token: string;
  readonly lock: Lock | null;
};

/** The offline copy of one assessment. */
export type Taken = {
  readonly account: string;
  readonly assessment: string;
  readonly station: string;
  readonly number: string;
  readonly path: string;
  readonly at: number;
  readonly bytes: number;
  readonly pictures: number;
  readonly size: PictureSize;
};
/** Longer side of a preview in pixels; 0: no previews. */
export const PICTURE_SIZES = [0, 800, 1600] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** An answer of the server. `assessment` is '' for what all assessments share. */
export type Answer = {
  readonly account: string;
  readonly name: string;
  readonly assessment: string;
  /** When the server gave it, by this device's clock. */
  readonly at: number;
  /** Which of two is newer (`nextOrder`), whatever the clock does. */
  readonly order: number;
  readonly value: unknown;
};
export type Picture = Omit<Answer, 'value'> & { readonly value: Blob | EncryptedBytes };
/** Edits that the server has stored since, which older answers lack. */
type Delta = Omit<Answer, 'name'>;

interface OfflineCopies extends DBSchema {
  holders: { key: string; value: DeviceAccount };
  taken: { key: [string, string]; value: Taken };
  answers: { key: [string, string]; value: Answer; indexes: { of: [string, string] } };
  pictures: { key: [string, string]; value: Picture; indexes: { of: [string, string] } };
  deltas: { key: number; value: Delta; indexes: { of: [string, string] } };
}
const OF = ['account', 'assessment'];
const STORES = ['answers', 'pictures', 'deltas'] as const;

/** A database of its own: offline copies can be deleted at any time, unsent work never. Opening it deletes what is too old. */
export const openOfflineCopies: () => Promise<IDBPDatabase<OfflineCopies>> = loadOnce(async () => {
  const database = await openDB<OfflineCopies>(OFFLINE_DATABASE, 1, {
    upgrade(made) {
      made.createObjectStore('holders', { keyPath: 'account' });
      made.createObjectStore('taken', { keyPath: OF });
      made.createObjectStore('answers', { keyPath: ['account', 'name'] }).createIndex('of', OF);
      made.createObjectStore('pictures', { keyPath: ['account', 'name'] }).createIndex('of', OF);
      made.createObjectStore('deltas', { autoIncrement: true }).createIndex('of', OF);
    },
  });
  for (const { account, assessment, at } of await database.getAll('taken'))
    if (Date.now() - at > RETENTION_MS + CLOCK_MS) await drop(database, account, assessment);
  await forgetEmpty(database);
  return database;
});

async function drop(database: IDBPDatabase<OfflineCopies>, account: string, assessment: string): Promise<void> {
  const transaction = database.transaction(['taken', ...STORES], 'readwrite');
  void transaction.objectStore('taken').delete([account, assessment]);
  for (const name of STORES) {
    const store = transaction.objectStore(name);
    for (const key of await store.index('of').getAllKeys([account, assessment])) void store.delete(key as never);
  }
  await transaction.done;
}

/** Forgets accounts of which nothing is left; without any, nobody loads this code again. */
async function forgetEmpty(database: IDBPDatabase<OfflineCopies>): Promise<void> {
  const left = new Set((await database.getAll('taken')).map(({ account }) => account));
  for (const account of await database.getAllKeys('holders')) {
    if (left.has(account)) continue;
    await drop(database, account, '');
    await database.delete('holders', account);
  }
  writeStored(TAKEN_KEY, left.size > 0 ? 'yes' : null);
}

/** From now on the start of the console looks here when the server does not answer. */
export const markTaken = () => writeStored(TAKEN_KEY, 'yes');

/** Deletes the offline copy of one assessment. */
export async function forgetTaken(account: string, assessment: string): Promise<void> {
  const database = await openOfflineCopies();
  await drop(database, account, assessment);
  await forgetEmpty(database);
}

/** Deletes all that an account took along. */
export async function forgetAccount(account: string): Promise<void> {
  const database = await openOfflineCopies();
  for (const taken of await database.getAll('taken'))
    if (taken.account === account) await drop(database, account, taken.assessment);
  await forgetEmpty(database);
}

/** What an account took along, the newest first. */
export async function listTaken(account: string): Promise<Taken[]> {
  const all = await (await openOfflineCopies()).getAll('taken');
  return all.filter((taken) => taken.account === account).sort((a, b) => b.at - a.at);
}
