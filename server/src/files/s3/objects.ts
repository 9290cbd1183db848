import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { StoreRefuses } from '../../fileStoreErrors.ts';
import type { ByteRange } from '../../types.ts';
import { type S3Body, S3Client } from './client.ts';
import type { S3Place } from './place.ts';

export type Listed = { readonly key: string; readonly size: number };

/** The objects of a bucket below its prefix. */
export class Objects {
  private readonly client: S3Client;

  constructor(readonly place: S3Place) {
    this.client = new S3Client(place);
  }

  /** Stores an object; the store checks its SHA-256. */
  async put(key: string, body: S3Body): Promise<void> {
    await this.client.ask({ method: 'PUT', key, body });
  }

  async putBytes(key: string, bytes: Buffer): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.put(key, { size: bytes.length, sha256, open: () => bytes });
  }

  open(key: string, range?: ByteRange): Promise<Readable> {
    return this.client.send({
      method: 'GET',
      key,
      ...(range && { headers: { Range: `bytes=${range.from}-${range.to}` } }),
    });
  }

  /** A short object as text; null if it does not exist. */
  async read(key: string): Promise<string | null> {
    return this.client.ask({ method: 'GET', key }).catch((error) => {
      if (error instanceof StoreRefuses && error.code === 'NoSuchKey') return null;
      throw error;
    });
  }

  async remove(key: string): Promise<void> {
    await this.client.ask({ method: 'DELETE', key }).catch((error) => {
      if (!(error instanceof StoreRefuses && error.code === 'NoSuchKey')) throw error;
    });
  }

  /** All objects with keys that start with `beginning`, page by page in key order; returns the rest of each key. */
  async *list(beginning: string): AsyncGenerator<Listed[]> {
    const begin = this.place.prefix + beginning;
    let last: string | undefined;
    do {
      const query = { prefix: begin, ...(last === undefined ? {} : { marker: last }) };
      const page = await this.client.ask({ method: 'GET', query });
      const entries = [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => entry);
      const listed = entries.map((entry) => ({ key: textOf(entry, 'Key'), size: Number(textOf(entry, 'Size')) }));
      yield listed.map(({ key, size }) => ({ key: key.slice(begin.length), size }));
      last = textOf(page, 'IsTruncated') === 'true' ? listed.at(-1)?.key : undefined;
    } while (last !== undefined);
  }
}

const MARKS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of an XML element without children; empty if absent. */
function textOf(xml: string, element: string): string {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '';
  return found.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return MARKS[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
