import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';

/** The tests' store of files as `http://KEY:SECRET@HOST:PORT`, for whoever is started with it; unset where tests keep files in directories. */
const VARIABLE = 'SHP_TEST_STORE';
export const BUCKET = 'shp-test';

/** What a process needs to get at a store. */
export type StoreEnvironment = Record<
  'AWS_ENDPOINT_URL_S3' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_REGION',
  string
>;

/** Starts an S3-compatible store with one bucket and new keys, on a free port, its objects in a directory that goes afterwards. */
export async function startStore(): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'shp-store-'));
  const [id, secret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
  DUMMY_ACCOUNT.createKeyPair(id, secret);
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    resetOnClose: false,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `http://${id}:${secret}@127.0.0.1:${port}`,
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** What vitest runs before and after all tests on a store. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startStore();
  process.env[VARIABLE] = url;
  return stop;
}

/** The environment by which a process gets at a store. */
export function environmentOf(url: string): StoreEnvironment {
  const { origin, username, password } = new URL(url);
  return {
    AWS_ENDPOINT_URL_S3: origin,
    AWS_ACCESS_KEY_ID: username,
    AWS_SECRET_ACCESS_KEY: password,
    AWS_REGION: 'us-east-1',
  };
}

/** Where the files of a data directory lie in the tests' store; null where they lie in the directory. */
export function storeOf(data: string): { place: string; url: string; environment: StoreEnvironment } | null {
  const url = process.env[VARIABLE];
  return url ? { place: `s3://${BUCKET}/${basename(data)}`, url, environment: environmentOf(url) } : null;
}
