import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../httpError.ts';
import type { ByteRange } from '../types.ts';

/** The bytes of a download: in memory, or from a source that can read ranges. */
type Bytes = { readonly bytes: Uint8Array } | { readonly open: (range?: ByteRange) => Promise<Readable> };

/**
 * A file as response. `digest` is SHA-256 in base64 and also the ETag; content assembled while it is sent has only an
 * `etag`.
 */
export type Download = Bytes &
  ({ readonly digest: string } | { readonly etag: string }) & {
    readonly name: string;
    readonly type: string;
    readonly size: number;
    readonly rows?: number;
    /** Shown in the browser instead of saved. */
    readonly inline?: boolean;
  };

/**
 * Content-Security-Policy of a download: a browser may show it, but run no script. The video player fetches the video
 * again, with the page's origin.
 */
function policyOf(type: string): string {
  const sandbox = type.startsWith('video/') ? 'sandbox allow-same-origin' : 'sandbox';
  return `default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; frame-ancestors 'self'; ${sandbox}`;
}

/** Sends a file. Its headers let the receiver check that it is complete; ranges work. */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
): Promise<FastifyReply> {
  const etag = `"${'digest' in download ? download.digest : download.etag}"`;
  const { range, 'if-range': ifRange } = request.headers;
  const part =
    range !== undefined && (ifRange === undefined || ifRange === etag) ? parseRange(range, download.size) : null;
  if (part === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${download.size}`);
    throw new HttpError('range_not_satisfiable');
  }
  // Open the body first: if the bytes are gone meanwhile, the refusal must not get the file's headers.
  const body = await bodyOf(request, download, part ?? undefined);
  reply
    .header('Content-Type', download.type)
    .header('Content-Disposition', contentDisposition(download.name, download.inline ? 'inline' : 'attachment'))
    .header('ETag', etag)
    .header('Accept-Ranges', 'bytes')
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', policyOf(download.type))
    .header('X-Frame-Options', 'SAMEORIGIN')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Length', part ? part.to - part.from + 1 : download.size);
  if ('digest' in download) reply.header('Repr-Digest', `sha-256=:${download.digest}:`);
  if (download.rows !== undefined) reply.header('Row-Count', download.rows);
  if (part) reply.code(206).header('Content-Range', `bytes ${part.from}-${part.to}/${download.size}`);
  return reply.send(body);
}

async function bodyOf(
  request: FastifyRequest,
  download: Download,
  range: ByteRange | undefined,
): Promise<Readable | Uint8Array> {
  if (request.method === 'HEAD') return Readable.from([]);
  if ('open' in download) return download.open(range);
  return range ? download.bytes.subarray(range.from, range.to + 1) : download.bytes;
}

/**
 * Parses one byte range (RFC 9110); null if the header is to be ignored: several ranges, another unit, or malformed.
 */
function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { from: size - count, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { from, to };
}

/** A Content-Disposition header, safe for any file name (RFC 5987, RFC 6266). */
export function contentDisposition(name: string, how: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
