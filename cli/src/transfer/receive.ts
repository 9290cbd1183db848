import { createHash, type Hash } from 'node:crypto';
import { NetworkError } from '@shp/shared/api/errors';
import type { BinaryKey, Input } from '@shp/shared/api/index';
import type { Api } from '../api/client.ts';
import { Failure } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';
import { type Head, headOf, type Kind, type Received, startOf } from './headers.ts';

/** The target of a download. */
export type Sink = {
  write(chunk: Buffer): Promise<void>;
  /** Discards what was written; false if that is impossible. */
  restart(): Promise<boolean>;
};

/** A download call; an export by default. */
export type Source<K extends BinaryKey = BinaryKey> = { key: K; input: Input<K>; kind?: Kind };

export type Watch = {
  /** Checks the headers before the first write; may throw. */
  check(head: Head): void;
  at(done: number, total: number): void;
};

const TRIES = 5;

/**
 * Downloads completely: resumes by byte range while the file is the same, then checks the digest and row count.
 * @throws Failure, ApiError, NetworkError
 */
export async function receive(api: Api, source: Source, sink: Sink, watch: Watch, texts: Texts): Promise<Received> {
  const { kind = 'export' } = source;
  let head: Head | null = null;
  let hash: Hash = createHash('sha256');
  const { format } = source.input as { format?: string };
  let counter = rowCounter(format);
  let got = 0;
  let idle = 0;
  for (;;) {
    const before = got;
    const resumes: boolean = head !== null && got > 0 && head.etag !== null;
    const headers = resumes ? { Range: `bytes=${got}-`, 'If-Range': head?.etag ?? '' } : {};
    // The call itself already retries connections; this loop resumes after a cut body.
    const response = await api.open(source.key, source.input, { headers });
    const fresh = headOf(response, kind, texts);
    try {
      if (!resumes || startOf(response) !== got || fresh.sha256 !== head?.sha256 || fresh.etag !== head.etag) {
        if (startOf(response) !== null) throw new Failure(texts.cli.errors.damaged);
        if (got > 0 && !(await sink.restart())) throw new Failure(texts.cli.errors.changedMeanwhile);
        watch.check(fresh);
        [head, hash, counter, got] = [fresh, createHash('sha256'), rowCounter(format), 0];
      }
      for await (const chunk of chunksOf(response.chunks())) {
        await sink.write(chunk);
        hash.update(chunk);
        counter.take(chunk);
        got += chunk.length;
        watch.at(got, fresh.size);
      }
      if (got < fresh.size) throw new NetworkError(texts.cli.errors.cut(got, fresh.size));
      break;
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      if (got === head?.size) break;
      idle = got > before ? 0 : idle + 1;
      if (idle === TRIES) throw error;
    }
  }
  const rows = counter.rows();
  const sha256 = hash.digest('hex');
  const whole = (head.sha256 ?? sha256) === sha256 && got === head.size;
  if (!whole || (rows !== null && rows !== head.rows)) throw new Failure(texts.cli.errors.damaged);
  return { ...head, sha256 };
}

/** Turns stream errors into NetworkError. */
async function* chunksOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<Buffer>;
    try {
      next = await iterator.next();
    } catch (error) {
      throw new NetworkError(error instanceof Error ? error.message : String(error), { cause: error });
    }
    if (next.done) return;
    yield next.value;
  }
}

const LINE_END = 0x0a;
const QUOTE = 0x22;

/** Counts the rows of an export as it streams; null if the format does not show rows. */
type RowCounter = { take(chunk: Buffer): void; rows(): number | null };

function rowCounter(format: string | undefined): RowCounter {
  if (format !== 'csv' && format !== 'ndjson') return { take() {}, rows: () => null };
  const headings = format === 'csv' ? 1 : 0;
  let lines = 0;
  let quoted = false;
  return {
    take(chunk) {
      for (const byte of chunk) {
        if (byte === LINE_END && !quoted) lines += 1;
        else if (byte === QUOTE && format === 'csv') quoted = !quoted;
      }
    },
    rows: () => lines - headings,
  };
}
