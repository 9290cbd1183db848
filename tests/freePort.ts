import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that no system gives to whoever asks for any: none of these is taken by chance before it is used, or between two uses. */
const [FIRST, LAST] = [15_000, 30_000];
const TRIES = 100;

/** A port of this machine that nobody listens at. */
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
