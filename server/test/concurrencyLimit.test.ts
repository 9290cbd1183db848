import { once } from 'node:events';
import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { HttpError } from '../src/httpError.ts';
import { ConcurrencyLimit } from '../src/overload/concurrencyLimit.ts';

const open = () => new Readable({ read() {} });
let limit: ConcurrencyLimit;
beforeEach(() => {
  limit = new ConcurrencyLimit(2, () => new HttpError('overloaded'));
});

test('a caller has as many open streams as the limit allows, and each caller has its own', () => {
  limit.untilClosed('a', open());
  limit.untilClosed('a', open());
  expect(() => limit.untilClosed('a', open())).toThrow(HttpError);
  limit.untilClosed('b', open());
});

test('a stream counts until it closes', async () => {
  const streams = [open(), open()];
  for (const stream of streams) limit.untilClosed('a', stream);
  for (const stream of streams) {
    stream.destroy();
    await once(stream, 'close');
    limit.untilClosed('a', open());
    expect(() => limit.untilClosed('a', open())).toThrow(HttpError);
  }
});

test('a stream that has closed already is not counted', async () => {
  for (let n = 0; n < 3; n++) {
    const stream = open().destroy();
    await once(stream, 'close');
    limit.untilClosed('a', stream);
  }
  limit.untilClosed('a', open());
});

test('a failed call is no longer counted', async () => {
  for (let n = 0; n < 3; n++)
    await expect(limit.during('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
