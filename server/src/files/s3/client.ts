import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { StoreAway, StoreRefuses } from '../../fileStoreErrors.ts';
import type { S3Place } from './place.ts';

const TRIES = 5;
const FIRST_WAIT_MS = 100;
const IDLE_MS = 30_000;
const RETRIED_STATUSES = [429, 500, 502, 503, 504];

/** A request body that can be read again for a retry, with its SHA-256 in hex. */
export type S3Body = { readonly size: number; readonly sha256: string; readonly open: () => Buffer | Readable };

export type S3Request = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Below the prefix; absent: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
};

type Answer = { readonly status: number; readonly body: Readable };

/** Signed requests to one bucket. Retries temporary faults (broken connection, busy store) for some seconds. */
export class S3Client {
  private readonly agent: HttpAgent | HttpsAgent;

  /** `idleMs`: abort a request or a body that makes no progress for this long. */
  constructor(
    readonly place: S3Place,
    private readonly idleMs = IDLE_MS,
  ) {
    const Agent = place.base.protocol === 'https:' ? HttpsAgent : HttpAgent;
    this.agent = new Agent({ keepAlive: true });
  }

  /** The response body, unread. @throws StoreRefuses, StoreAway */
  async send(wanted: S3Request): Promise<Readable> {
    for (let tried = 1; ; tried++) {
      const last = tried === TRIES;
      const answer = await this.once(wanted).catch((error: Error) => {
        if (last) throw new StoreAway(error.message, { cause: error });
        return null;
      });
      if (answer && answer.status < 300) return answer.body;
      if (answer) {
        const code = /<Code>(\w+)<\/Code>/.exec(await text(answer.body).catch(() => ''))?.[1] ?? '';
        if (!RETRIED_STATUSES.includes(answer.status)) throw new StoreRefuses(this.place.name, answer.status, code);
        if (last) throw new StoreAway(`${answer.status} ${code}`);
      }
      await sleep(FIRST_WAIT_MS * 2 ** tried * (0.5 + Math.random()));
    }
  }

  /** The response body as text. */
  async ask(wanted: S3Request): Promise<string> {
    return text(await this.send(wanted));
  }

  private async once({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Answer> {
    const { base, prefix, region, keys } = this.place;
    const url = new URL(base);
    if (key !== undefined) url.pathname = `${base.pathname.replace(/\/$/, '')}/${prefix}${key}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const allHeaders = { ...headers, ...(body ? { 'X-Amz-Content-Sha256': body.sha256 } : {}) };
    const signed = await new AwsV4Signer({
      ...keys,
      method,
      url: url.href,
      headers: allHeaders,
      service: 's3',
      region,
    }).sign();
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const sending = request(signed.url, {
        method,
        headers: { ...Object.fromEntries(signed.headers), ...(body ? { 'Content-Length': body.size } : {}) },
        agent: this.agent,
        timeout: this.idleMs,
      });
      sending.once('timeout', () => sending.destroy(new Error('no answer in time')));
      sending.once('error', reject);
      sending.once('response', (answer) => {
        // No socket timeout for the reader, who may be slow; `chunksOf` limits only the waits for the store.
        answer.socket.setTimeout(0);
        const body = Readable.from(chunksOf(answer, this.idleMs), { objectMode: false });
        resolve({ status: answer.statusCode ?? 0, body });
      });
      const bytes = body?.open();
      if (bytes === undefined || Buffer.isBuffer(bytes)) sending.end(bytes);
      else {
        bytes.once('error', (error) => sending.destroy(error));
        sending.once('close', () => bytes.destroy());
        bytes.pipe(sending);
      }
    });
  }
}

/** The chunks of a body. The timeout runs only while the reader waits for the store. @throws StoreAway */
async function* chunksOf(body: IncomingMessage, idleMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const limit = setTimeout(() => body.destroy(new StoreAway('the body stalls')), idleMs);
      const { done, value } = await chunks.next().finally(() => clearTimeout(limit));
      if (done) return;
      yield value;
    }
  } finally {
    body.destroy();
  }
}
