import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from '../server.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

test('figures are served at their own address only, a call by its name in the table', async () => {
  const port = await freePort();
  const server = await startServer({}, ['--no-captcha', '--metrics', `127.0.0.1:${port}`]);
  try {
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    expect((await fetch(`${server.url}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4');
    const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(figures).toContain('shp_call_seconds_count{method="GET",call="health",status="200"} 1');
    expect(figures).toMatch(/^process_resident_memory_bytes \d+/m);
    expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  } finally {
    await server.stop();
  }
});
