import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** Everything that a response tells, as sent: a compressed body stays compressed. */
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Node's HTTP module writes these by the real clock, whatever the call. */
const BY_THE_CLOCK = ['date', 'keep-alive', 'connection'];

const agent = new Agent({ keepAlive: true });

/** One request; does not decompress, follow or retry. */
export function exchange(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string | null,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const kept = Object.entries(answer.headers).filter(([name]) => !BY_THE_CLOCK.includes(name));
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(kept),
          body: Buffer.concat(parts),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}
