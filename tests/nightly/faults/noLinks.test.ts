import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startContract } from '../../support/contract.ts';
import { ON_SQLITE } from '../../support/postgres.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

const PRELOAD = `--require ${new URL('noLinks.cjs', import.meta.url).pathname}`;

/**
 * exFAT, FAT and many network file systems answer EPERM; others ENOTSUP, EOPNOTSUPP or ENOSYS; at the link limit
 * EMLINK.
 */
test.runIf(ON_SQLITE).each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])(
  'if hard links fail with %s, uploads are stored by copying',
  async (code) => {
    process.env.LINK_ERROR = code;
    process.env.NODE_OPTIONS = PRELOAD;
    const server = await startContract().finally(() => {
      delete process.env.NODE_OPTIONS;
      delete process.env.LINK_ERROR;
    });
    try {
      const bytes = pdfOf(300_000, randomBytes(1).readUInt8());
      const type = { 'Content-Type': 'application/offset+octet-stream' };
      const metadata = { target: 'document', roles: '', filename: 'a.pdf' };
      const sent = await Tus.of(server, server.admin).create(metadata, bytes.length, type, bytes);
      expect(sent.status).toBe(201);
      const fileId = sent.headers.get('File-Id') ?? '';
      const { token } = await server.admin.api.call('GET document/token', { fileId });
      const answer = await server.request('GET', `/api/document/download/x?token=${token}`);
      expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bytes));
    } finally {
      await server.stop();
    }
  },
);
