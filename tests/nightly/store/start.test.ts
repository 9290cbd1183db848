import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cli } from '@shp/shared/text/en/cli';
import { afterAll, expect, test } from 'vitest';
import { startContract } from '../../support/contract.ts';
import { COMMAND } from '../../support/server.ts';
import { BUCKET, environmentOf, storeOf } from '../../support/store.ts';

const data = mkdtempSync(join(tmpdir(), 'shp-test-'));
afterAll(() => rmSync(data, { recursive: true }));

const url = storeOf('')?.url ?? '';
const secret = environmentOf(url).AWS_SECRET_ACCESS_KEY;

/** The exit code and error output of a `shp serve` that refuses to start. */
async function refusal(files: string, environment: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--data', data, '--files', files], {
    env: { ...process.env, SHP_LANG: 'en', SHP_DATABASE_URL: '', ...environmentOf(url), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const said = await text(child.stderr);
  const [code] = await ended;
  return { code, said };
}

test('a wrong store setting is reported at the start without secrets', async () => {
  const { serve, usage } = cli;
  const bucket = `s3://${BUCKET}/refused`;
  const table: [string, Record<string, string>, number, string][] = [
    ['s3://Not_A_Bucket', {}, 2, usage.bucket('--files')],
    [bucket, { AWS_SECRET_ACCESS_KEY: '' }, 1, serve.noKeys],
    [bucket, { AWS_ENDPOINT_URL_S3: 'nowhere' }, 1, serve.noEndpoint],
    [bucket, { AWS_SECRET_ACCESS_KEY: `${secret}x` }, 1, serve.storeRefuses(bucket, 'SignatureDoesNotMatch')],
    ['s3://no-such-bucket', {}, 1, serve.storeRefuses('s3://no-such-bucket', 'NoSuchBucket')],
    [bucket, { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' }, 1, serve.noStore('')],
  ];
  for (const [files, environment, code, words] of table) {
    const answer = await refusal(files, environment);
    expect([files, answer.code, answer.said]).toEqual([files, code, expect.stringContaining(words)]);
    expect(answer.said).not.toContain(secret);
  }
});

test('a bucket belongs to one installation, which can use it again', async () => {
  const first = await startContract(undefined, data);
  const place = storeOf(data)?.place ?? '';
  await first.stop();
  await (await startContract(undefined, data)).stop();
  const other = mkdtempSync(join(tmpdir(), 'shp-test-'));
  await expect(startContract(['--files', place, '--no-captcha'], other)).rejects.toThrow(
    cli.serve.foreignBucket(place),
  );
  rmSync(other, { recursive: true });
});
