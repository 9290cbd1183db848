import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';
import { Objects } from '@shp/server/files/s3/objects';
import { placeOf } from '@shp/server/files/s3/place';
import { AwsClient } from 'aws4fetch';
import { setVariable } from './environment.ts';
import { freePort } from './freePort.ts';

/**
 * The tests' file store as `http://KEY:SECRET@HOST:PORT`, for child processes; unset if tests keep files in
 * directories.
 */
const VARIABLE = 'SHP_TEST_STORE';
export const BUCKET = 'shp-test';

/** The environment variables with which a process accesses a store. */
export type StoreEnvironment = Record<
  'AWS_ENDPOINT_URL_S3' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_REGION',
  string
>;

export type TestStore = {
  url: string;
  /** Stops it for a while; its objects stay. */
  away(): Promise<void>;
  /** Starts it again at the same address. */
  back(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts an S3-compatible store with one bucket and new keys, on a free port, with its objects in a temporary
 * directory.
 */
export async function startStore(): Promise<TestStore> {
  const directory = mkdtempSync(join(tmpdir(), 'shp-store-'));
  const [id, secret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
  DUMMY_ACCOUNT.createKeyPair(id, secret);
  const serverAt = (port: number) =>
    new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      resetOnClose: false,
      vhostBuckets: false,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
  const port = await freePort();
  let server = serverAt(port);
  await server.run();
  return {
    url: `http://${id}:${secret}@127.0.0.1:${port}`,
    away: () => server.close(),
    async back() {
      server = serverAt(port);
      await server.run();
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Servers started from now on keep their files in this store; the returned function undoes that. */
export function usingStore(url: string): () => void {
  return setVariable(VARIABLE, url);
}

/** The vitest setup of tests on a store; if the environment variable names one, it creates and empties that bucket. */
export default async function setup(): Promise<() => Promise<void>> {
  const named = process.env[VARIABLE];
  if (named) {
    await freshBucket(named);
    return async () => {};
  }
  const { url, stop } = await startStore();
  process.env[VARIABLE] = url;
  return stop;
}

async function freshBucket(url: string): Promise<void> {
  const { origin } = new URL(url);
  const made = await clientOf(url).fetch(`${origin}/${BUCKET}`, { method: 'PUT' });
  if (!made.ok && made.status !== 409) throw new Error(await made.text());
  const objects = new Objects(placeOf(`s3://${BUCKET}`, environmentOf(url)));
  for await (const page of objects.list('')) await Promise.all(page.map(({ key }) => objects.remove(key)));
}

/** The environment variables for access to a store. */
export function environmentOf(url: string): StoreEnvironment {
  const { origin, username, password } = new URL(url);
  return {
    AWS_ENDPOINT_URL_S3: origin,
    AWS_ACCESS_KEY_ID: decodeURIComponent(username),
    AWS_SECRET_ACCESS_KEY: decodeURIComponent(password),
    AWS_REGION: 'us-east-1',
  };
}

/** A client for direct requests to a store. */
export function clientOf(url: string): AwsClient {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
  } = environmentOf(url);
  return new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region });
}

/** Where the tests' store holds the files of a data directory; null if they are in the directory. */
export function storeOf(data: string): { place: string; url: string; environment: StoreEnvironment } | null {
  const url = process.env[VARIABLE];
  return url ? { place: `s3://${BUCKET}/${basename(data)}`, url, environment: environmentOf(url) } : null;
}
