import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { type Duplex, PassThrough, Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import zlib from 'node:zlib';
import { ByteReader } from './byteReader.ts';

export type Compression = 'none' | 'gzip' | 'zstd';

/** Node 22.15 and later have zstd; the types of Node 20 do not declare it. */
const { createZstdCompress, createZstdDecompress } = zlib as typeof zlib & {
  createZstdCompress?: () => Duplex;
  createZstdDecompress?: () => Duplex;
};
/** Uploaded files are compressed already, and rows shrink nearly as much at the fastest level. */
const GZIP_LEVEL = 1;

/** The best compression of this Node version. */
export const BEST: Compression = createZstdCompress ? 'zstd' : 'gzip';
export const ENDINGS: Readonly<Record<Compression, string>> = { none: '.tar', gzip: '.tar.gz', zstd: '.tar.zst' };

/** The compression that a backup's file name asks for; otherwise the best one. @throws NoZstd */
export function compressionFor(name: string): Compression {
  const ending = /\.(tar|gz|tgz|zst)(?:\.age)?$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'tar') return 'none';
  if (ending === 'gz' || ending === 'tgz') return 'gzip';
  if (ending === 'zst' && BEST !== 'zstd') throw new NoZstd();
  return BEST;
}

/** This Node cannot compress or decompress zstd. */
export class NoZstd extends Error {
  override readonly name = 'NoZstd';
}

/** The backup is encrypted, and none of the given identities decrypts it. */
export class EncryptedBackup extends Error {
  override readonly name = 'EncryptedBackup';
  constructor(readonly tried: boolean) {
    super(tried ? 'none of the identities opens the backup' : 'the backup is encrypted');
  }
}

/** Not a valid age recipient or identity. */
export class UnfitKey extends Error {
  override readonly name = 'UnfitKey';
}

/** @throws UnfitKey */
export async function checkRecipients(recipients: readonly string[]): Promise<void> {
  const { Encrypter } = await import('age-encryption');
  for (const recipient of recipients) inUnfit(recipient, () => new Encrypter().addRecipient(recipient));
}

/** The identities in a file written by `age-keygen`. @throws UnfitKey */
export async function identitiesIn(text: string): Promise<string[]> {
  const { Decrypter } = await import('age-encryption');
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  // The message must not repeat the text, which may be a secret.
  if (identities.length === 0) throw new UnfitKey('');
  for (const identity of identities) inUnfit('', () => new Decrypter().addIdentity(identity));
  return identities;
}

function inUnfit(key: string, work: () => void): void {
  try {
    work();
  } catch {
    throw new UnfitKey(key);
  }
}

/** Sync after this many bytes, so that other processes wait for at most this much disk work. */
const SYNC_BYTES = 8 << 20;

/** Writes an archive to a file, compressed and encrypted as a stream, in bounded memory. */
export class CodedFile {
  private readonly input = new PassThrough();
  private readonly written: Promise<void>;

  constructor(
    handle: FileHandle,
    { compression, recipients }: { compression: Compression; recipients: readonly string[] },
  ) {
    const stages: Duplex[] = [];
    if (compression === 'gzip') stages.push(zlib.createGzip({ level: GZIP_LEVEL }));
    if (compression === 'zstd') stages.push((createZstdCompress as () => Duplex)());
    const encrypted = (source: AsyncIterable<Buffer>) => encrypt(source, recipients);
    const sink = sinkOf(handle);
    this.written =
      recipients.length > 0
        ? pipeline([this.input, ...stages, encrypted, sink] as unknown as [Readable, Writable])
        : pipeline([this.input, ...stages, sink] as unknown as [Readable, Writable]);
    this.written.catch(() => {});
  }

  async write(bytes: Buffer): Promise<void> {
    if (!this.input.write(bytes)) await Promise.race([once(this.input, 'drain'), this.written]);
  }

  async end(): Promise<void> {
    this.input.end();
    await this.written;
  }

  async abandon(): Promise<void> {
    this.input.destroy();
    await this.written.catch(() => {});
  }
}

function sinkOf(handle: FileHandle): Writable {
  let unsynced = 0;
  const write = async (bytes: Uint8Array) => {
    await handle.writeFile(bytes);
    unsynced += bytes.length;
    if (unsynced < SYNC_BYTES) return;
    await handle.datasync();
    unsynced = 0;
  };
  return new Writable({
    write: (chunk: Uint8Array, _encoding, done) => void write(chunk).then(() => done(), done),
    final: (done) => void handle.sync().then(() => done(), done),
  });
}

async function* encrypt(source: AsyncIterable<Buffer>, recipients: readonly string[]): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* fromWeb(await encrypter.encrypt(toWeb(source)));
}

const MAGIC = {
  age: Buffer.from('age-encryption.org/'),
  gzip: Buffer.from([0x1f, 0x8b]),
  zstd: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
};

/** Reads an archive from a file, with any compression or encryption. @throws EncryptedBackup, NoZstd */
export async function* decoded(raw: AsyncIterable<Buffer>, identities: readonly string[]): AsyncGenerator<Buffer> {
  const reader = new ByteReader(raw);
  const head = (await reader.some(1 << 20)) ?? Buffer.alloc(0);
  const whole = (async function* () {
    yield head;
    yield* reader.remaining();
  })();
  const is = (magic: Buffer) => head.subarray(0, magic.length).equals(magic);
  if (is(MAGIC.age)) yield* decoded(await decrypt(whole, identities), []);
  else if (is(MAGIC.gzip)) yield* through(whole, zlib.createGunzip());
  else if (!is(MAGIC.zstd)) yield* whole;
  else if (createZstdDecompress) yield* through(whole, createZstdDecompress());
  else throw new NoZstd();
}

async function* through(source: AsyncIterable<Buffer>, stage: Duplex): AsyncGenerator<Buffer> {
  pipeline(Readable.from(source), stage).catch(() => {});
  for await (const chunk of stage) yield chunk as Buffer;
}

async function decrypt(source: AsyncIterable<Buffer>, identities: readonly string[]): Promise<AsyncIterable<Buffer>> {
  if (identities.length === 0) throw new EncryptedBackup(false);
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)));
  } catch (error) {
    if (error instanceof Error && /no identity/.test(error.message)) throw new EncryptedBackup(true);
    throw error;
  }
}

type Web = Parameters<InstanceType<typeof import('age-encryption').Encrypter>['encrypt']>[0] & object;

function toWeb(source: AsyncIterable<Buffer>) {
  const bytes = (async function* () {
    for await (const chunk of source) yield new Uint8Array(chunk);
  })();
  return Readable.toWeb(Readable.from(bytes, { objectMode: true, highWaterMark: 4 })) as unknown as Exclude<
    Web,
    Uint8Array
  >;
}

async function* fromWeb(stream: unknown): AsyncGenerator<Buffer> {
  for await (const chunk of Readable.fromWeb(stream as ReadableStream)) yield Buffer.from(chunk as Uint8Array);
}
