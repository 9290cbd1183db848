import { type DeviceAccount, type EncryptedBytes, forgetAccount, type Lock, openOfflineCopies } from './store.ts';

const ROUNDS = 600_000;
const PAIR = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
const AES = { name: 'AES-GCM', length: 256 } as const;
export const MAX_WRONG_PINS = 10;
export const PIN_MIN = 6;

/** Private keys of the accounts unlocked in this tab; nothing keeps them longer. */
const open = new Map<string, CryptoKey>();

export const isLocked = ({ account, lock }: DeviceAccount) => lock !== null && !open.has(account);

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

async function keyOf(pin: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const given = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(derivation, given, AES, false, ['encrypt', 'decrypt']);
}

/** Makes the lock of a PIN and leaves it open in this tab. */
export async function makeLock(account: string, pin: string): Promise<Lock> {
  const pair = await crypto.subtle.generateKey(
    { ...PAIR, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  );
  const [salt, iv] = [random(16), random(12)];
  const plain = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const data = await crypto.subtle.encrypt({ name: AES.name, iv }, await keyOf(pin, salt, ROUNDS), plain);
  open.set(account, pair.privateKey);
  return { salt, rounds: ROUNDS, publicKey: pair.publicKey, privateKey: { iv, data }, wrong: 0 };
}

/** Tries a PIN. The tenth wrong one in a row deletes what the account took along; unsent work stays. */
export async function unlock(account: string, pin: string): Promise<'open' | 'wrong' | 'deleted'> {
  const database = await openOfflineCopies();
  // Counted before it is tried: closing the browser in between is no way around.
  const transaction = database.transaction('holders', 'readwrite', { durability: 'strict' });
  const holder = await transaction.store.get(account);
  if (!holder?.lock) return 'open';
  const wrong = holder.lock.wrong + 1;
  void transaction.store.put({ ...holder, lock: { ...holder.lock, wrong } });
  await transaction.done;
  const { salt, rounds, privateKey } = holder.lock;
  try {
    const key = await keyOf(pin, salt, rounds);
    const plain = await crypto.subtle.decrypt({ name: AES.name, iv: privateKey.iv }, key, privateKey.data);
    open.set(account, await crypto.subtle.importKey('pkcs8', plain, PAIR, false, ['decrypt']));
  } catch {
    if (wrong < MAX_WRONG_PINS) return 'wrong';
    await forgetAccount(account);
    return 'deleted';
  }
  await database.put('holders', { ...holder, lock: { ...holder.lock, wrong: 0 } });
  return 'open';
}

/** Encrypts bytes for a lock. */
async function seal({ publicKey }: Lock, plain: ArrayBuffer): Promise<EncryptedBytes> {
  const key = await crypto.subtle.generateKey(AES, true, ['encrypt']);
  const iv = random(12);
  const data = await crypto.subtle.encrypt({ name: AES.name, iv }, key, plain);
  const raw = await crypto.subtle.exportKey('raw', key);
  return { key: await crypto.subtle.encrypt(PAIR, publicKey, raw), iv, data };
}

/** Decrypts bytes for an account unlocked in this tab. @throws if it is locked */
async function unseal(account: string, { key, iv, data }: EncryptedBytes): Promise<ArrayBuffer> {
  const own = open.get(account);
  if (!own) throw new Error('locked');
  const raw = await crypto.subtle.decrypt(PAIR, own, key);
  const opened = await crypto.subtle.importKey('raw', raw, AES.name, false, ['decrypt']);
  return crypto.subtle.decrypt({ name: AES.name, iv }, opened, data);
}

const isSealed = (value: unknown): value is EncryptedBytes =>
  typeof value === 'object' && value !== null && 'iv' in value && 'data' in value && 'key' in value;

/** A value as it is stored: encrypted where the account has a lock. */
export async function stored(lock: Lock | null, value: unknown): Promise<unknown> {
  if (lock === null) return value;
  return seal(lock, new TextEncoder().encode(JSON.stringify(value)).buffer);
}

/** A stored value as it was. */
export async function read(account: string, value: unknown): Promise<unknown> {
  if (!isSealed(value)) return value;
  return JSON.parse(new TextDecoder().decode(await unseal(account, value)));
}

/** A picture as it is stored. */
export async function storedPicture(lock: Lock | null, picture: Blob): Promise<Blob | EncryptedBytes> {
  return lock === null ? picture : seal(lock, await picture.arrayBuffer());
}

export async function readPicture(account: string, value: Blob | EncryptedBytes): Promise<Blob> {
  return value instanceof Blob ? value : new Blob([await unseal(account, value)], { type: 'image/jpeg' });
}
