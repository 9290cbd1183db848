import { finished, OUTBOX, openDatabase, UPLOADS } from './database.ts';

/**
 * Whether edits or photographs of any account wait for the line. What waits for a person's decision does not count: no
 * version of the console is kept back for it.
 */
export async function hasUnsent(): Promise<boolean> {
  try {
    const transaction = (await openDatabase()).transaction([OUTBOX, UPLOADS], 'readonly');
    const edits: IDBRequest<{ trouble: unknown }[]> = transaction.objectStore(OUTBOX).getAll();
    const uploads: IDBRequest<{ photo?: Blob; refused?: boolean }[]> = transaction.objectStore(UPLOADS).getAll();
    await finished(transaction);
    return (
      edits.result.some(({ trouble }) => trouble === null) ||
      uploads.result.some(({ photo, refused }) => photo && !refused)
    );
  } catch {
    return false;
  }
}
