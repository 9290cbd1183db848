import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { langOf } from '@shp/shared/domain/lib/lang';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorTexts } from '../errorTexts.ts';
import { HttpError } from '../httpError.ts';

/** Headers of responses sent before any hook runs. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

function bodyOf(refusal: HttpError, language: string | undefined): string {
  return JSON.stringify(refusal.body(errorTexts[langOf(language)]));
}

/** Answers a URL that cannot be decoded, in the usual error format. */
export function refuseAddress(_error: Error, { headers }: FastifyRequest, reply: FastifyReply): void {
  const refusal = new HttpError('invalid');
  reply.code(refusal.status).headers(HEADERS).send(bodyOf(refusal, headers['accept-language']));
}

/**
 * Answers input that is not HTTP, in the usual error format and the default language, because its headers are
 * unreadable. URL and headers above 16 KB together are `too_large`.
 */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new HttpError(error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid');
  const body = bodyOf(refusal, undefined);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
