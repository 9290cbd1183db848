import { Line, type Reply, requestOf } from './line.ts';

export type Answer = Reply & { milliseconds: number };

/** Many requests that arrive in one moment, each on a line of its own that stands already. */
export async function burst(url: string, requests: readonly { path: string; token: string }[]): Promise<Answer[]> {
  const lines = requests.map(() => new Line(url));
  await Promise.all(lines.map((line) => line.open));
  return Promise.all(
    lines.map(async (line, place) => {
      const { path = '/', token = '' } = requests[place] ?? {};
      const began = performance.now();
      const reply = await line.ask(requestOf('GET', path, token)).finally(() => line.end());
      return { ...reply, milliseconds: performance.now() - began };
    }),
  );
}
