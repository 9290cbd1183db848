import { Line, type Reply, requestOf } from './line.ts';

export type Answer = Reply & { milliseconds: number };

/** Many requests that arrive in one moment, each on a line of its own that stands already; with a body it is a POST. */
export async function burst(
  url: string,
  requests: readonly { path: string; token: string; body?: object }[],
): Promise<Answer[]> {
  const lines = requests.map(() => new Line(url));
  await Promise.all(lines.map((line) => line.open));
  return Promise.all(
    lines.map(async (line, place) => {
      const { path = '/', token = '', body } = requests[place] ?? {};
      const began = performance.now();
      const reply = await line.ask(requestOf(body ? 'POST' : 'GET', path, token, body)).finally(() => line.end());
      return { ...reply, milliseconds: performance.now() - began };
    }),
  );
}
