import type { Response } from '../api/transport.ts';
import { Failure } from '../core/errors.ts';
import type { Texts } from '../core/texts.ts';

/** What a server says of an export before its first byte (CONTRACT.md section 4). */
export type Head = {
  readonly size: number;
  readonly rows: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  readonly etag: string | null;
};

/** Reads it; an answer that does not say what the whole is cannot be told from a part of it. @throws Failure */
export function headOf({ status, headers }: Response, { cli }: Texts): Head {
  const digest = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(headers.get('repr-digest') ?? '')?.[1];
  const range = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  const size = numberOf(status === 206 ? range : headers.get('content-length'));
  const rows = numberOf(headers.get('row-count'));
  if (digest === undefined || size === null || rows === null) throw new Failure(cli.errors.noDigest);
  return { size, rows, sha256: Buffer.from(digest, 'base64').toString('hex'), etag: headers.get('etag') };
}

function numberOf(text: string | null | undefined): number | null {
  return text !== null && text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

/** Where a partial answer begins; null where it is no part. */
export function startOf({ status, headers }: Response): number | null {
  const from = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  return status === 206 && from !== undefined ? Number(from) : null;
}
