import { expect, test } from 'vitest';
import { freePort } from '../freePort.ts';
import { startServer } from '../server.ts';

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
