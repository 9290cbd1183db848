import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;

/** The key file in the data directory; backups do not contain it. */
export const KEY_FILE = 'factors.key';

/** A sealed secret was sealed with another key, or changed. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/**
 * Seals secrets that the server must read again with a key that is not in the database, so that a copy of the database
 * alone cannot make codes. The key file is made at its first use.
 */
export class Seal {
  private known: Buffer | null = null;

  constructor(private readonly data: string) {}

  /** `holder` is bound to the secret: a row copied to another account does not open. */
  seal(secret: string, holder: string): string {
    const key = this.key(true);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(holder));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return ['v1', nameOf(key), ...[iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join(
      '.',
    );
  }

  /** @throws SealBroken */
  open(text: string, holder: string): string {
    const key = this.key(false);
    const [version, name, ...parts] = text.split('.');
    const [iv, sealed, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
    if (version !== 'v1' || name !== nameOf(key) || !iv || !sealed || !tag) throw new SealBroken('another key');
    try {
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 });
      decipher.setAAD(Buffer.from(holder)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    } catch (error) {
      throw new SealBroken('not sealed with this key', { cause: error });
    }
  }

  private key(make: boolean): Buffer {
    this.known ??= readKey(join(this.data, KEY_FILE), make);
    return this.known;
  }
}

/** Names a key without telling it. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update('name').update(key).digest('hex').slice(0, 8);
}

function readKey(file: string, make: boolean): Buffer {
  if (make) {
    try {
      writeFileSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new SealBroken(`no ${KEY_FILE}`, { cause: error });
  }
  const key = Buffer.from(text, 'hex');
  if (key.length !== KEY_BYTES) throw new SealBroken(`${KEY_FILE} is not a key`);
  return key;
}
