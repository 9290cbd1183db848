import { UnfitStore } from '../../fileStoreErrors.ts';

/** The address of a bucket, and the credentials for it. */
export type S3Place = {
  /** As configured: `s3://BUCKET/PREFIX`. */
  readonly name: string;
  /** URL of the bucket. */
  readonly base: URL;
  /** Prefix of every key: empty, or ending in a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string };
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Parses a bucket's name and reads the usual AWS variables. @throws UnfitStore */
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

/** Path style: not every store has a host name for each bucket. */
function below(endpoint: string, bucket: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UnfitStore('endpoint');
  return new URL(`${url.pathname.replace(/\/+$/, '')}/${bucket}`, url);
}

/** Virtual-host style, except for buckets with a dot, which the certificate does not cover. */
function amazon(region: string, bucket: string): URL {
  const host = `s3.${region}.amazonaws.com`;
  return new URL(bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`);
}
