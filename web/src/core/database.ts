import { loadOnce } from '@shp/shared/domain/lib/loadOnce';

/** The console's own database in this browser; being the origin's, it is that server's alone. */
const NAME = 'shp';
const VERSION = 1;
export const OUTBOX = 'outbox';
export const UPLOADS = 'uploads';
/** Of both stores: what one account left. */
export const BY_ACCOUNT = 'account';

/** Opens the database once. Rejects where the browser keeps nothing, as some do in a private window. */
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

/** Settles when everything that a transaction did is kept, or nothing of it. */
export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}
