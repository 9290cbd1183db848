import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { askSecret } from '../src/command/ask.ts';
import type { CommandContext } from '../src/command/context.ts';

test('a secret is requested only after the terminal has stopped echoing', async () => {
  const happened: string[] = [];
  const input = Object.assign(new PassThrough(), {
    setRawMode: (raw: boolean) => happened.push(raw ? 'hides' : 'shows'),
  });
  const err = new Writable({
    write(chunk, _encoding, done) {
      happened.push(String(chunk));
      done();
    },
  });
  const context = {
    canAsk: true,
    streams: { in: input, err },
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  const answer = askSecret(context, 'Password:', '--password-stdin');
  input.write('demo-2026\r');
  expect(await answer).toBe('demo-2026');
  expect(happened).toEqual(['hides', 'Password: ', 'shows', '\n']);
});
