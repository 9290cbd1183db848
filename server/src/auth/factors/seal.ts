import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../os/fsync.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;

/** The key file in the data directory; backups do not contain it. */
export const KEY_FILE = 'factors.key';
/** The next key: it seals from its creation on, and both keys open until it has replaced the other. */
const NEXT_FILE = `${KEY_FILE}.next`;

/** A sealed secret was sealed with another key, or changed. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/**
 * Seals secrets that the server must read again with a key that is not in the database, so that a copy of the database
 * alone cannot make codes. The key file is made at its first use.
 */
export class Seal {
  private readonly known = new Map<string, Buffer>();

  constructor(private readonly data: string) {}

  /**
   * `holder` is bound to the secret: a row copied to another account does not open. Call it within the transaction that
   * stores the text, so that an exchange of the key finds it.
   */
  seal(secret: string, holder: string): string {
    const key = readKey(join(this.data, NEXT_FILE)) ?? takeKey(join(this.data, KEY_FILE));
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(holder));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return ['v1', nameOf(key), ...[iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join(
      '.',
    );
  }

  /** @throws SealBroken */
  open(text: string, holder: string): string {
    const [version, name = '', ...parts] = text.split('.');
    const [iv, sealed, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
    const key = this.keyNamed(name);
    if (version !== 'v1' || !key || !iv || !sealed || !tag) throw new SealBroken('another key');
    try {
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 });
      decipher.setAAD(Buffer.from(holder)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    } catch (error) {
      throw new SealBroken('not sealed with this key', { cause: error });
    }
  }

  /**
   * Creates the next key, or takes the one of an interrupted exchange. Returns the names of the key before and of the
   * new one. @throws SealBroken
   */
  beginExchange(): { before: string | null; next: string } {
    const before = readKey(join(this.data, KEY_FILE));
    return { before: before && nameOf(before), next: nameOf(takeKey(join(this.data, NEXT_FILE))) };
  }

  /** Replaces the present key by the next one and deletes it. */
  async endExchange(): Promise<void> {
    await rename(join(this.data, NEXT_FILE), join(this.data, KEY_FILE)).catch((error: NodeJS.ErrnoException) => {
      // A second command has already done it.
      if (error.code !== 'ENOENT') throw error;
    });
    await syncFolder(this.data);
  }

  /** The key of a name. Reads the files again for an unknown one: a key exchange may have run meanwhile. */
  private keyNamed(name: string): Buffer | undefined {
    const known = this.known.get(name);
    if (known) return known;
    const keys = [KEY_FILE, NEXT_FILE].flatMap((file) => readKey(join(this.data, file)) ?? []);
    if (keys.length === 0) throw new SealBroken(`no ${KEY_FILE}`);
    for (const key of keys) this.known.set(nameOf(key), key);
    return this.known.get(name);
  }
}

/** The name of the key that a text was sealed with. */
export const sealedWith = (text: string) => text.split('.')[1] ?? '';

/** The name of a key, which does not reveal it. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update('name').update(key).digest('hex').slice(0, 8);
}

/** The key in a file, made where there is none. @throws SealBroken */
function takeKey(file: string): Buffer {
  try {
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = readKey(file);
  if (key === null) throw new SealBroken(`no ${KEY_FILE}`);
  return key;
}

/** The key in a file; null if there is none. @throws SealBroken */
function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new SealBroken(`${file} cannot be read`, { cause: error });
  }
  const key = Buffer.from(text, 'hex');
  if (key.length !== KEY_BYTES) throw new SealBroken(`${file} is not a key`);
  return key;
}
