import { createReadStream, type ReadStream } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** A file that answers a call, on disk or in memory. `digest` is SHA-256 in base64; it names the bytes, so it is their ETag too. */
export type Download = ({ readonly path: string } | { readonly bytes: Uint8Array }) & {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly digest: string;
  readonly rows?: number;
};

/** Sends a file: all that a receiver needs to know whether it got the whole comes before the first byte; ranges work. */
export function sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download): FastifyReply {
  const etag = `"${download.digest}"`;
  reply
    .header('Content-Type', download.type)
    .header('Content-Disposition', contentDisposition(download.name))
    .header('Repr-Digest', `sha-256=:${download.digest}:`)
    .header('ETag', etag)
    .header('Accept-Ranges', 'bytes')
    .header('Cache-Control', 'no-store')
    .header('X-Content-Type-Options', 'nosniff');
  if (download.rows !== undefined) reply.header('Row-Count', download.rows);
  const { range, 'if-range': ifRange } = request.headers;
  const part =
    range !== undefined && (ifRange === undefined || ifRange === etag) ? parseRange(range, download.size) : null;
  if (part === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${download.size}`);
    throw new Refusal('range_not_satisfiable');
  }
  if (part === null) {
    reply.header('Content-Length', download.size);
    return reply.send(bytesOf(download));
  }
  reply
    .code(206)
    .header('Content-Range', `bytes ${part.from}-${part.to}/${download.size}`)
    .header('Content-Length', part.to - part.from + 1);
  return reply.send(bytesOf(download, part));
}

function bytesOf(download: Download, part?: { from: number; to: number }): Uint8Array | ReadStream {
  if ('bytes' in download) return part ? download.bytes.subarray(part.from, part.to + 1) : download.bytes;
  return createReadStream(download.path, part && { start: part.from, end: part.to });
}

/** One range of bytes (RFC 9110); null where the header is to be ignored: several ranges, another unit, nonsense. */
export function parseRange(header: string, size: number): { from: number; to: number } | 'unsatisfiable' | null {
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

/** An attachment's name in a header, safe for any text (RFC 5987, RFC 6266). */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
