import { loadOnce } from '@shp/shared/domain/lib/loadOnce';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './browserStorage.ts';

/** The offline copies on this device (`web/src/offline`); their code loads with the first use. */
export type Device = {
  /** The stored answer of a call, if there is one for the account; `locked` while its PIN was not entered on this page. */
  answer(key: string, input: object): Promise<Stored | 'locked' | undefined>;
  /** Renews the stored answer of a call. `began`: the order of the call. */
  remember(key: string, input: object, answer: unknown, began: number): Promise<void>;
  /** The stored preview of a picture. */
  picture(fileId: string): Promise<Blob | undefined>;
  /** Deletes what an account took along. */
  forget(account: string): Promise<void>;
};
/** An answer and the time at which the server gave it. */
export type Stored = { readonly answer: unknown; readonly at: number };

/** Set in local storage while an offline copy exists, so that other devices do not load the code. */
export const TAKEN_KEY = 'shp.taken';
export const hasTaken = () => readStored(TAKEN_KEY) !== null;
/** The database of the offline copies. */
export const OFFLINE_DATABASE = 'shp.field';

/** Sets the mark again where the browser was killed before it wrote it down: the database is on the disk earlier. */
export async function findTaken(): Promise<void> {
  if (hasTaken()) return;
  const known = await Promise.resolve(globalThis.indexedDB?.databases?.()).catch(() => undefined);
  if (known?.some(({ name }) => name === OFFLINE_DATABASE)) writeStored(TAKEN_KEY, 'yes');
}

let load: () => Promise<Device | null> = async () => null;

/** Names the loader of the device's part. */
export function provideDevice(loader: () => Promise<Device>): void {
  load = loadOnce(loader);
}

async function device(): Promise<Device | null> {
  return hasTaken() ? load().catch(() => null) : null;
}

const ORDER = 'shp.order';
let latest = 0;

/**
 * A number later than every earlier one of this device: the time, unless its clock was set back. What was stored first is
 * judged by it.
 */
export function nextOrder(): number {
  latest = Math.max(Date.now(), latest + 1, Number(readStored(ORDER) ?? 0) + 1);
  writeStored(ORDER, String(latest));
  return latest;
}

/** The time of the oldest answer shown since the server was last reached; null while it is reached. */
let shownSince: number | null = null;
/** A call would have been answered here, but for the PIN. */
let isPinAsked = false;
const listeners = new Set<() => void>();

function show(since: number | null, asksPin = false): void {
  if (since === shownSince && asksPin === isPinAsked) return;
  shownSince = since;
  isPinAsked = asksPin;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** When the copy that the pages show was made; null while pages show the server's answers. */
export function useTakenSince(): number | null {
  return useSyncExternalStore(subscribe, () => shownSince);
}

/** Whether the pages show no offline copy because its PIN was not entered on this page. */
export function usePinAsked(): boolean {
  return useSyncExternalStore(subscribe, () => isPinAsked);
}

/** The PIN was entered: what is read now is answered. */
export const pinEntered = () => show(shownSince);

/** The server has answered a call: renews what this device stores of it. */
export function storeAnswer(key: string, input: object, answer: unknown, began: number): void {
  show(null);
  if (key.startsWith('GET ') && hasTaken()) {
    const renewed = device().then((found) => found?.remember(key, input, answer, began));
    // Without room the older answer stays.
    renewed.catch(() => undefined);
  }
}

/** What this device answers to a call offline; undefined if it stores nothing. */
export async function deviceAnswer(key: string, input: object): Promise<Stored | undefined> {
  if (!key.startsWith('GET ')) return undefined;
  const stored = await (await device())?.answer(key, input).catch(() => undefined);
  if (stored === 'locked') {
    show(shownSince, true);
    return undefined;
  }
  if (stored) show(Math.min(shownSince ?? stored.at, stored.at));
  return stored;
}

export async function devicePicture(fileId: string): Promise<Blob | undefined> {
  return (await device())?.picture(fileId).catch(() => undefined);
}

/** At logout: deletes what the account took along. */
export async function forgetOnDevice(account: string): Promise<void> {
  await (await device())?.forget(account);
}
