import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import type { ByteRange } from '../../types.ts';
import { type Blob, type BlobStore, FILES_FOLDER } from '../blobs/blobs.ts';
import type { Digest } from '../blobs/digest.ts';
import type { Objects } from './objects.ts';

/** Stored files as objects `files/<id>`. One request creates an object, completely or not at all. */
export class S3Blobs implements BlobStore {
  constructor(private readonly objects: Objects) {}

  async put(key: string, file: string, { size, sha256 }: Digest): Promise<void> {
    await this.objects.put(keyOf(key), { size, sha256, open: () => createReadStream(file) });
  }

  async putAll(blobs: readonly Blob[]): Promise<void> {
    await mapLimit(blobs, PUTS_AT_ONCE, ({ key, file, digest }) => this.put(key, file, digest));
  }

  open(key: string, range?: ByteRange): Promise<Readable> {
    return this.objects.open(keyOf(key), range);
  }

  async remove(key: string): Promise<void> {
    await this.objects.remove(keyOf(key));
  }

  async *list(): AsyncGenerator<string[]> {
    for await (const page of this.objects.list(keyOf(''))) yield page.map(({ key }) => key);
  }
}

const PUTS_AT_ONCE = 16;

const keyOf = (key: string) => `${FILES_FOLDER}/${key}`;
