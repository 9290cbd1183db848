import type { FileCategory } from '@shp/shared/domain/assessment/files';
import { isObject } from '../../core/browserStorage.ts';
import { BY_ACCOUNT, finished, openDatabase, UPLOADS } from '../../core/database.ts';
import { withLock } from '../../core/withLock.ts';

/** The purpose of an upload. */
export type UploadTarget =
  | { readonly target: 'file'; readonly category: FileCategory }
  | { readonly target: 'evidence'; readonly serial: string };

/** Data stored about an upload, to resume it. */
export type UploadMemory = {
  readonly id: string;
  readonly account: string;
  readonly assessment: string;
  readonly target: UploadTarget;
  readonly name: string;
  readonly size: number;
  readonly modified: number;
  /** The upload's URL on the server; null until the server has created it. */
  readonly url: string | null;
};

/** Storing uploads is optional: without storage they last as long as the tab. */
async function within<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch {
    return otherwise;
  }
}

export function keepUpload({
  id,
  account,
  assessment,
  target,
  name,
  size,
  modified,
  url,
}: UploadMemory): Promise<void> {
  return within(async () => {
    const transaction = (await openDatabase()).transaction(UPLOADS, 'readwrite');
    transaction.objectStore(UPLOADS).put({ id, account, assessment, target, name, size, modified, url });
    await finished(transaction);
  }, undefined);
}

export function forgetUpload(id: string): Promise<void> {
  return within(async () => {
    const transaction = (await openDatabase()).transaction(UPLOADS, 'readwrite');
    transaction.objectStore(UPLOADS).delete(id);
    await finished(transaction);
  }, undefined);
}

/** Unfinished uploads from an account's earlier tabs, without those that another tab is sending now. */
export function storedUploads(account: string): Promise<readonly UploadMemory[]> {
  return within<readonly UploadMemory[]>(async () => {
    const transaction = (await openDatabase()).transaction(UPLOADS, 'readonly');
    const request: IDBRequest<UploadMemory[]> = transaction.objectStore(UPLOADS).index(BY_ACCOUNT).getAll(account);
    await finished(transaction);
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    const elsewhere = new Set(held.map(({ name }) => name));
    return request.result.filter((row) => isMemory(row) && !elsewhere.has(lockOf(row.id)));
  }, []);
}

function isMemory({ assessment, target, name, size }: Record<keyof UploadMemory, unknown>): boolean {
  const known = isObject(target) && (typeof target.category === 'string' || typeof target.serial === 'string');
  return known && typeof assessment === 'string' && typeof name === 'string' && typeof size === 'number';
}

const lockOf = (id: string) => `shp.upload.${id}`;

/** Lets other tabs see that this one is sending an upload. */
export function whileUploading(id: string, work: () => Promise<void>): Promise<void> {
  return withLock(lockOf(id), work);
}
