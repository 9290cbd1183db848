import type { Response } from '../api/transport.ts';
import { Failure } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';

/** An export has rows and a digest, a file only a digest, an archive neither: it is built while it is sent. */
export type Kind = 'export' | 'file' | 'archive';

/** The response headers of a download (docs/spec/wire.md#assessments). */
export type Head = {
  readonly size: number;
  /** 0 if it has no rows. */
  readonly rows: number;
  /** SHA-256, hexadecimal; null for an archive. */
  readonly sha256: string | null;
  readonly etag: string | null;
};
/** The headers after the download; the digest is always known. */
export type Received = Head & { readonly sha256: string };

/** Parses the headers. Without size and digest a partial download would pass as complete. @throws Failure */
export function headOf({ status, headers }: Response, kind: Kind, { cli }: Texts): Head {
  const digest = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(headers.get('repr-digest') ?? '')?.[1];
  const range = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  const size = numberOf(status === 206 ? range : headers.get('content-length'));
  const rows = kind === 'export' ? numberOf(headers.get('row-count')) : 0;
  const sha256 = digest === undefined ? null : Buffer.from(digest, 'base64').toString('hex');
  if (size === null || rows === null || (sha256 === null && kind !== 'archive')) throw new Failure(cli.errors.noDigest);
  return { size, rows, sha256, etag: headers.get('etag') };
}

function numberOf(text: string | null | undefined): number | null {
  return text !== null && text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

/** The first byte of a partial response; null for a full one. */
export function startOf({ status, headers }: Response): number | null {
  const from = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  return status === 206 && from !== undefined ? Number(from) : null;
}
