import { UnfitStore } from '../../fileStoreErrors.ts';

/** Where a bucket is, and the keys to it. */
export type S3Place = {
  /** As people write it: `s3://BUCKET/PREFIX`. */
  readonly name: string;
  /** The bucket's address. */
  readonly base: URL;
  /** What every key begins with: empty, or ending in a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string };
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a bucket's name and the usual variables. @throws UnfitStore */
export function placeOf(name: string, env: Environment): S3Place {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(name) ?? [];
  if (bucket === undefined) throw new UnfitStore('name');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) throw new UnfitStore('keys');
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  return {
    name,
    base: endpoint ? below(endpoint, bucket) : amazon(region, bucket),
    prefix: prefix
      .split('/')
      .filter(Boolean)
      .map((part) => `${part}/`)
      .join(''),
    region,
    keys: {
      accessKeyId,
      secretAccessKey,
      ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
    },
  };
}

/** By path: not every store has a name for each bucket. */
function below(endpoint: string, bucket: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UnfitStore('endpoint');
  return new URL(`${url.pathname.replace(/\/+$/, '')}/${bucket}`, url);
}

/** By name, but for buckets with a dot, which no certificate covers. */
function amazon(region: string, bucket: string): URL {
  const host = `s3.${region}.amazonaws.com`;
  return new URL(bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`);
}
