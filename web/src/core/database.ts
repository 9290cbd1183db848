import { loadOnce } from '@shp/shared/domain/lib/loadOnce';

/** The console's database in this browser. Databases belong to an origin, so each server has its own. */
const NAME = 'shp';
const VERSION = 1;
export const OUTBOX = 'outbox';
export const UPLOADS = 'uploads';
/** Index in both stores: rows of one account. */
export const BY_ACCOUNT = 'account';

/** Opens the database once. Rejects if the browser offers none, as in some private windows. */
export const openDatabase: () => Promise<IDBDatabase> = loadOnce(
  () =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        const database = request.result;
        const outbox = database.createObjectStore(OUTBOX, { keyPath: ['account', 'object', 'place'] });
        outbox.createIndex(BY_ACCOUNT, 'account');
        database.createObjectStore(UPLOADS, { keyPath: 'id' }).createIndex(BY_ACCOUNT, 'account');
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    }),
);

/** Settles when a transaction is committed or rolled back. */
export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}
