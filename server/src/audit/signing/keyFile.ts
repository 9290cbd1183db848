import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keyId } from '@shp/shared/trust/history';
import { derOfPoint } from '@shp/shared/trust/sm2';
import { syncFolder } from '../../os/fsync.ts';
import { sm3 } from '../rows.ts';
import type { Signer } from './signer.ts';

/** The private key in a data directory, PKCS#8 in PEM: `openssl pkey` can read and create it. */
export const KEY_NAME = 'audit-key.pem';
/** The next key; it replaces the present one once the database has its public half. */
const NEXT_NAME = `${KEY_NAME}.next`;

/** The file is no SM2 key. */
export class UnfitKey extends Error {
  override readonly name = 'UnfitKey';
  constructor(readonly path: string) {
    super(`${path} is no SM2 key in PKCS#8`);
  }
}

/** DER of a PKCS#8 key on the curve SM2, up to the private number and from there to the public point. */
const BEFORE = Buffer.from('308187020100301306072a8648ce3d020106082a811ccf5501822d046d306b0201010420', 'hex');
const BETWEEN = Buffer.from('a14403420004', 'hex');
const [PRIVATE_BYTES, POINT_BYTES] = [32, 64];

/**
 * The key of a data directory; null if there is none. After an interrupted rotation there are two: `current` is the id
 * of the valid one.
 * @throws UnfitKey
 */
export async function readKey(data: string, current: string | null): Promise<Signer | null> {
  const next = await readFrom(join(data, NEXT_NAME));
  if (next !== null && next.id === current) {
    await useNextKey(data);
    return next;
  }
  return readFrom(join(data, KEY_NAME));
}

/** Writes a new key beside the present one. */
export async function writeNextKey(data: string): Promise<Signer> {
  const { generateKeyPairHex } = await import('sm-crypto-v2').then(({ sm2 }) => sm2);
  const { privateKey, publicKey } = generateKeyPairHex();
  const der = Buffer.concat([
    BEFORE,
    Buffer.from(privateKey, 'hex'),
    BETWEEN,
    Buffer.from(publicKey, 'hex').subarray(-POINT_BYTES),
  ]);
  const body = der.toString('base64').replace(/.{64}/g, '$&\n');
  const path = join(data, NEXT_NAME);
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(data);
  return signerOf(privateKey, der.subarray(-POINT_BYTES));
}

/** Replaces the present key by the new one and deletes it; its signatures stay valid. */
export async function useNextKey(data: string): Promise<void> {
  await rename(join(data, NEXT_NAME), join(data, KEY_NAME)).catch((error: NodeJS.ErrnoException) => {
    // A server running beside `shp keys rotate` has already done it.
    if (error.code !== 'ENOENT') throw error;
  });
  await syncFolder(data);
}

async function readFrom(path: string): Promise<Signer | null> {
  const pem = await readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (pem === null) return null;
  const [, body = ''] = /-----BEGIN PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END PRIVATE KEY-----/.exec(pem) ?? [];
  const der = Buffer.from(body, 'base64');
  const middle = BEFORE.length + PRIVATE_BYTES;
  const isFit =
    der.length === middle + BETWEEN.length + POINT_BYTES &&
    der.subarray(0, BEFORE.length).equals(BEFORE) &&
    der.subarray(middle, middle + BETWEEN.length).equals(BETWEEN);
  if (!isFit) throw new UnfitKey(path);
  return signerOf(der.subarray(BEFORE.length, middle).toString('hex'), der.subarray(-POINT_BYTES));
}

function signerOf(privateKey: string, point: Uint8Array): Signer {
  const der = derOfPoint(point);
  const publicKey = Buffer.from(der).toString('base64');
  return {
    id: keyId(sm3, publicKey),
    publicKey,
    async sign(text) {
      const { sm2 } = await import('sm-crypto-v2');
      const options = { der: true, hash: true, publicKey: `04${Buffer.from(point).toString('hex')}` };
      return Buffer.from(sm2.doSignature(Buffer.from(text), privateKey, options), 'hex').toString('base64');
    },
  };
}
