import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { PARTS_FOLDER } from '../types.ts';
import type { PartStore } from '../uploads/uploadBytes.ts';
import type { Objects } from './objects.ts';

/** Bytes of an upload held in memory before they become an object. */
const BLOCK = 4 << 20;
/** Blocks read or removed in parallel: many are small, and each costs a round trip. */
const PARALLEL = 8;
/** Digits of an offset in a key, so that keys sort by offset. */
const DIGITS = 13;

/** An object; `known`: how many of its bytes earlier blocks already cover. */
type Block = { readonly key: string; readonly from: number; readonly size: number; readonly known: number };

/**
 * Parts of uploads as objects `uploads/<id>/<offset>-<size>`, each with the bytes from its offset on. Any server can
 * continue an upload; bytes count once their object exists. The bytes at an offset never differ, so any gapless blocks
 * form the upload, even if a paused server that lost its lock adds one late. The size in the key keeps such a block
 * from replacing a longer one.
 */
export class S3Parts implements PartStore {
  constructor(
    private readonly objects: Objects,
    private readonly scratch: string,
  ) {}

  async write(id: string, offset: number, bytes: Readable): Promise<number> {
    let at = offset;
    let waiting: Buffer[] = [];
    let size = 0;
    const flush = async () => {
      if (size === 0) return;
      const block = Buffer.concat(waiting, size);
      await this.objects.putBytes(`${keyOf(id)}${String(at).padStart(DIGITS, '0')}-${size}`, block);
      at += size;
      [waiting, size] = [[], 0];
    };
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        waiting.push(chunk);
        size += chunk.length;
        if (size >= BLOCK) await flush();
      }
    } finally {
      await flush();
    }
    return at;
  }

  async offset(id: string): Promise<number> {
    const last = (await this.blocks(id)).at(-1);
    return last ? last.from + last.size : 0;
  }

  async asFile<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.scratch, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.scratch, 'whole-'));
    try {
      const path = join(folder, id);
      const file = await open(path, 'wx', 0o600);
      try {
        await mapLimit(await this.blocks(id), PARALLEL, (block) => this.bring(block, file));
      } finally {
        await file.close();
      }
      return await work(path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Writes a block to its place in a file. */
  private async bring({ key, from, size, known }: Block, file: FileHandle): Promise<void> {
    const rest = known > 0 ? { from: known, to: size - 1 } : undefined;
    let at = from + known;
    for await (const chunk of await this.objects.open(key, rest)) {
      const bytes = chunk as Buffer;
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at);
        done += bytesWritten;
        at += bytesWritten;
      }
    }
  }

  async remove(id: string): Promise<void> {
    for await (const page of this.objects.list(keyOf(id)))
      await mapLimit(page, PARALLEL, ({ key }) => this.objects.remove(keyOf(id) + key));
  }

  async *list(): AsyncGenerator<string[]> {
    for await (const page of this.objects.list(`${PARTS_FOLDER}/`))
      yield [...new Set(page.map(({ key }) => key.split('/')[0] ?? ''))];
  }

  /** The blocks that cover the upload from byte 0 without a gap. */
  private async blocks(id: string): Promise<Block[]> {
    const found: Block[] = [];
    let at = 0;
    for await (const page of this.objects.list(keyOf(id))) {
      for (const { key, size } of page) {
        const from = Number.parseInt(key, 10);
        if (from > at || from + size <= at) continue;
        found.push({ key: keyOf(id) + key, from, size, known: at - from });
        at = from + size;
      }
    }
    return found;
  }
}

/** The prefix of all keys of an upload. */
function keyOf(id: string): string {
  return `${PARTS_FOLDER}/${id}/`;
}
