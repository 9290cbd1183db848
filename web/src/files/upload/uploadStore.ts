import type { FileCategory } from '@shp/shared/domain/assessment/files';
import { DAY } from '@shp/shared/domain/lib/days';
import { isObject } from '../../core/browserStorage.ts';
import { BY_ACCOUNT, finished, openDatabase, UPLOADS } from '../../core/database.ts';
import { withLock } from '../../core/withLock.ts';

/** The purpose of an upload. */
export type UploadTarget =
  | { readonly target: 'file'; readonly category: FileCategory }
  | { readonly target: 'evidence'; readonly serial: string }
  | { readonly target: 'finding'; readonly findingId: string }
  /** A finding that the server does not have yet, by its key in the outbox: the photograph waits for it. */
  | { readonly target: 'newFinding'; readonly key: string };

/** Data stored about an upload, to resume it. */
export type UploadMemory = {
  readonly id: string;
  readonly account: string;
  /** The object that it belongs to: an assessment, a finding, or the key of a new one. */
  readonly assessment: string;
  readonly target: UploadTarget;
  readonly name: string;
  readonly size: number;
  readonly modified: number;
  /** By which the same file is known when it is chosen again; '' before the upload has begun. */
  readonly sample: string;
  /** The upload's URL on the server; null until the server has created it. */
  readonly url: string | null;
  /** A photograph taken here, with its digest at that time: it is sent even after the tab was closed. */
  readonly photo: Blob | null;
  readonly sha256: string;
  /** The server refused the photograph for good: it waits for the user, not for a connection. */
  readonly refused: boolean;
};

/** Storing uploads is optional: without storage they last as long as the tab. */
async function within<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch {
    return otherwise;
  }
}

export async function keepUpload(memory: UploadMemory): Promise<void> {
  await within<unknown>(() => keepPhoto(memory), undefined);
}

/** What the server has made of a new finding: a photograph that another tab adds to it later goes there. */
type Added = { readonly id: string; readonly account: string; readonly at: number; readonly findingId: string };

/** Fields that rows of earlier versions lack. */
const BEFORE_ADDED = { sample: '', photo: null, sha256: '', refused: false } as const;

const addedId = (account: string, key: string) => `added/${account}/${key}`;
/** A tab that still shows a new finding is no older. */
const ADDED_MS = 30 * DAY;

/** Stores a photograph; returns it as stored. @throws if there is no room for it */
export async function keepPhoto(memory: UploadMemory): Promise<UploadMemory> {
  const { id, account, assessment, target, name, size, modified, sample, url, photo, sha256, refused } = memory;
  const transaction = (await openDatabase()).transaction(UPLOADS, 'readwrite', { durability: 'strict' });
  const store = transaction.objectStore(UPLOADS);
  const rest = { url, photo, sha256, refused };
  let row: UploadMemory = { id, account, assessment, target, name, size, modified, sample, ...rest };
  if (target.target === 'newFinding') {
    const added: IDBRequest<Added | undefined> = store.get(addedId(account, target.key));
    added.onsuccess = () => {
      if (added.result) row = { ...row, ...placeAt(added.result.findingId) };
      store.put(row);
    };
  } else store.put(row);
  await finished(transaction);
  return row;
}

/** What is stored of an upload; undefined once it is sent or discarded, perhaps by another tab. */
export async function storedUpload(id: string): Promise<UploadMemory | undefined> {
  const transaction = (await openDatabase()).transaction(UPLOADS, 'readonly');
  const request: IDBRequest<UploadMemory | undefined> = transaction.objectStore(UPLOADS).get(id);
  await finished(transaction);
  return request.result;
}

export function forgetUpload(id: string): Promise<void> {
  return within(async () => {
    const transaction = (await openDatabase()).transaction(UPLOADS, 'readwrite');
    transaction.objectStore(UPLOADS).delete(id);
    await finished(transaction);
  }, undefined);
}

/** Gives the stored photographs of a new finding to the finding that the server has made of it. */
export function movePhotos(account: string, key: string, findingId: string): Promise<void> {
  return within(async () => {
    const transaction = (await openDatabase()).transaction(UPLOADS, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(UPLOADS);
    const request: IDBRequest<UploadMemory[]> = store.index(BY_ACCOUNT).getAll(account);
    request.onsuccess = () => {
      for (const row of request.result.filter(({ target }) => isOfNew(target, key)))
        store.put({ ...row, ...placeAt(findingId) });
      const added: Added = { id: addedId(account, key), account, at: Date.now(), findingId };
      // Earlier versions of the console read the target of every row.
      store.put({ ...added, target: {} });
    };
    await finished(transaction);
  }, undefined);
}

export const isOfNew = (target: UploadTarget, key: string) => target.target === 'newFinding' && target.key === key;
export const placeAt = (findingId: string) =>
  ({ assessment: findingId, target: { target: 'finding', findingId } }) satisfies Partial<UploadMemory>;

/** All photographs of an account that are not sent, of every tab. */
export function storedPhotos(account: string): Promise<readonly UploadMemory[]> {
  return within<readonly UploadMemory[]>(async () => {
    const transaction = (await openDatabase()).transaction(UPLOADS, 'readonly');
    const request: IDBRequest<UploadMemory[]> = transaction.objectStore(UPLOADS).index(BY_ACCOUNT).getAll(account);
    await finished(transaction);
    return request.result.filter(({ photo }) => photo);
  }, []);
}

/** Unfinished uploads from an account's earlier tabs, without those that another tab is sending now. */
export function storedUploads(account: string): Promise<readonly UploadMemory[]> {
  return within<readonly UploadMemory[]>(async () => {
    const transaction = (await openDatabase()).transaction(UPLOADS, 'readonly');
    const request: IDBRequest<UploadMemory[]> = transaction.objectStore(UPLOADS).index(BY_ACCOUNT).getAll(account);
    await finished(transaction);
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    const elsewhere = new Set(held.map(({ name }) => name));
    for (const { id, at } of request.result as readonly Partial<Added>[])
      if (id !== undefined && at !== undefined && at < Date.now() - ADDED_MS) await forgetUpload(id);
    const rows = request.result.filter((row) => isMemory(row) && !elsewhere.has(lockOf(row.id)));
    return rows.map((row) => ({ ...BEFORE_ADDED, ...row })).sort((a, b) => a.modified - b.modified);
  }, []);
}

function isMemory({ assessment, target, name, size }: Record<keyof UploadMemory, unknown>): boolean {
  const known =
    isObject(target) &&
    [target.category, target.serial, target.findingId, target.key].some((place) => typeof place === 'string');
  return known && typeof assessment === 'string' && typeof name === 'string' && typeof size === 'number';
}

const lockOf = (id: string) => `shp.upload.${id}`;

/** Lets other tabs see that this one is sending an upload. */
export function whileUploading(id: string, work: () => Promise<void>): Promise<void> {
  return withLock(lockOf(id), work);
}
