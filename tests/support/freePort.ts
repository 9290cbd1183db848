import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports of the system, so that no other program gets one of these by chance before its use. */
const [FIRST, LAST] = [15_000, 30_000];
const TRIES = 100;

/** A free TCP port of this machine. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST);
    const probe = createServer();
    const listening = once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.listen(port, '127.0.0.1');
    if (!(await listening)) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('no port');
}
