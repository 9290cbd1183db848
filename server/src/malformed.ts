import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { langOf } from '@shp/shared/text/index';
import { rulesTexts } from '@shp/shared/text/rules';
import { Refusal } from './refusal.ts';

/**
 * Answers what is no HTTP request in the form of every error; its language is the default, for its headers cannot be
 * read. An address and headers of more than 16 KB together are too large.
 */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new Refusal(error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid');
  const body = JSON.stringify(refusal.body(rulesTexts[langOf(undefined)]));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
