import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientOf, storeOf } from './store.ts';

/** Direct access to the file storage of a server. */
export type RawFileStore = {
  /** Stored files, by id. */
  blobs(): Promise<Map<string, Buffer>>;
  /** The ids of uploads with stored bytes. */
  parts(): Promise<string[]>;
  /** The number of stored bytes of an upload. */
  partSize(id: string): Promise<number>;
  /** Overwrites the stored bytes of an upload. */
  putPart(id: string, bytes: string | Uint8Array<ArrayBuffer>): Promise<void>;
};

/** The storage of a data directory: the directory itself, or its prefix in the tests' store. */
export function rawFileStore(data: string): RawFileStore {
  const store = storeOf(data);
  return store ? inBucket(store.place, store.url) : inDirectory(data);
}

function inDirectory(data: string): RawFileStore {
  const [files, uploads] = [join(data, 'files'), join(data, 'uploads')];
  return {
    async blobs() {
      const found = new Map<string, Buffer>();
      for (const folder of existsSync(files) ? await readdir(files) : [])
        for (const key of await readdir(join(files, folder))) found.set(key, await readFile(join(files, folder, key)));
      return found;
    },
    parts: () => readdir(uploads),
    partSize: async (id) => (await stat(join(uploads, id)).catch(() => null))?.size ?? 0,
    async putPart(id, bytes) {
      await mkdir(uploads, { recursive: true });
      await writeFile(join(uploads, id), bytes);
    },
  };
}

/** The storage in a bucket, below a prefix. */
export function inBucket(place: string, url: string): RawFileStore {
  const { origin } = new URL(url);
  const client = clientOf(url);
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(place) ?? [];
  const at = (key: string) => `${origin}/${bucket}/${prefix}/${key}`;
  const list = async (folder: string) => {
    const beginning = `${prefix}/${folder}/`;
    const found: { key: string; size: number }[] = [];
    for (let last: string | null = ''; last !== null; ) {
      const query = new URLSearchParams({ prefix: beginning, ...(last === '' ? {} : { marker: last }) });
      const page = await (await client.fetch(`${origin}/${bucket}?${query}`)).text();
      const listed = [...page.matchAll(/<Key>([^<]+)<\/Key>.*?<Size>(\d+)<\/Size>/gs)];
      found.push(...listed.map(([, key = '', size]) => ({ key: key.slice(beginning.length), size: Number(size) })));
      last = page.includes('<IsTruncated>true<') ? (listed.at(-1)?.[1] ?? null) : null;
    }
    return found;
  };
  return {
    async blobs() {
      const found = new Map<string, Buffer>();
      for (const { key } of await list('files')) {
        const answer = await client.fetch(at(`files/${key}`));
        found.set(key, Buffer.from(await answer.arrayBuffer()));
      }
      return found;
    },
    parts: async () => [...new Set((await list('uploads')).map(({ key }) => key.split('/')[0] ?? ''))],
    partSize: async (id) => (await list(`uploads/${id}`)).reduce((sum, { size }) => sum + size, 0),
    async putPart(id, bytes) {
      const answer = await client.fetch(at(`uploads/${id}/0000000000000`), { method: 'PUT', body: bytes });
      if (!answer.ok) throw new Error(await answer.text());
    },
  };
}
