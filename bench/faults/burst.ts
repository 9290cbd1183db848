import { connect } from 'node:net';

export type Answer = { status: number; retryAfter: string | undefined; body: string; milliseconds: number };

/** Many requests that arrive in one moment, each on a line of its own that stands already. */
export async function burst(url: string, requests: readonly { path: string; token: string }[]): Promise<Answer[]> {
  const lines = await Promise.all(requests.map(() => open(url)));
  return Promise.all(lines.map((line, place) => line(requests[place] ?? { path: '/', token: '' })));
}

function open(url: string): Promise<(request: { path: string; token: string }) => Promise<Answer>> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', reject);
    socket.once('connect', () => {
      resolve(({ path, token }) => {
        const began = performance.now();
        const lines = [`GET ${path} HTTP/1.1`, `Host: ${hostname}`, 'Connection: close', 'Accept-Language: en'];
        if (token !== '') lines.push(`Token: ${token}`);
        socket.write(`${lines.join('\r\n')}\r\n\r\n`);
        return read(began);
      });
    });
    const read = async (began: number): Promise<Answer> => {
      let text = '';
      for await (const chunk of socket.setEncoding('utf8')) text += chunk;
      const [head = '', body = ''] = text.split('\r\n\r\n');
      return {
        status: Number(head.slice(9, 12)),
        retryAfter: /retry-after: (\d+)/i.exec(head)?.[1],
        body,
        milliseconds: performance.now() - began,
      };
    };
  });
}
