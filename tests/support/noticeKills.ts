import { expect } from 'vitest';
import { type Contract, startContract } from './contract.ts';
import { firstOnes, type Mood, Postbox, Receiver } from './postbox.ts';
import { addCast, prepare, type Review } from './review.ts';
import { SEED } from './seed.ts';

/** Where the server finds mail server and webhook, and that it may use them. */
export async function setPost(server: Contract, port: number): Promise<void> {
  const mail = {
    host: '127.0.0.1',
    port,
    secure: false,
    requireTls: false,
    sender: 'shp@shp.test',
    user: '',
    password: '',
  };
  await server.admin.api.call('POST system/update_settings', { mail, webhookOwnNetwork: true });
}

/**
 * Kills the server so many times at random moments while it sends; mail server and receiver fail at random too. Every
 * notice arrives by both ways, each message with one id, in order.
 */
export async function sendThroughKills(kills: number): Promise<void> {
  const random = fractions(SEED);
  const postbox = new Postbox();
  const receiver = new Receiver();
  let server = await startContract();
  const { data } = server;
  await setPost(server, await postbox.listen());
  const cast = await addCast(server, 1);
  const given = { mail: 'first@shp.test', webhook: await receiver.listen() };
  const { secret = '' } = await cast.first.api.call('POST notice/preferences', given);
  receiver.secret = secret;
  const mood = (): Mood => (random() < 0.2 ? 'refuse' : random() < 0.2 ? 'breakOff' : 'take');
  postbox.mood = mood;
  receiver.mood = mood;
  const review = await prepare(server, cast);
  for (let kill = 0; kill < kills; kill++) {
    const going = submitAgainAndAgain(server, review);
    await new Promise((resolve) => setTimeout(resolve, random() * 600));
    await server.kill9();
    await going;
    server = await startContract(['--no-captcha'], data);
  }
  postbox.mood = () => 'take';
  receiver.mood = () => 'take';
  const first = server.as(cast.first.token);
  const notices: string[] = [];
  for (let page = 1; ; page++) {
    const { items } = await first.call('GET notice/query', { page, size: 200 });
    notices.unshift(...items.map(({ id }) => id).reverse());
    if (items.length < 200) break;
  }
  expect(notices.length).toBeGreaterThan(0);
  const arrived = () => [firstOnes(postbox.taken).length, firstOnes(receiver.taken).length];
  await expect.poll(arrived, { timeout: 900_000, interval: 200 }).toEqual([notices.length, notices.length]);
  expect(firstOnes(receiver.taken).map(({ body }) => body.data.id)).toEqual(notices);
  const mails = firstOnes(postbox.taken).map(({ id }) => id);
  expect(mails).toEqual([...mails].sort());
  expect(receiver.forged).toBe(0);
  await server.stop();
  await postbox.close();
  await receiver.close();
}

/** Submits an application and takes it back until the server is gone. */
async function submitAgainAndAgain(server: Contract, { id, station }: Review): Promise<void> {
  const api = server.as(station.token);
  for (;;) {
    try {
      const { status } = await api.call('GET assessment', { id });
      const next = status === 'submitted' ? 'draft' : 'submitted';
      await api.call('POST assessment/add_event', { id, status: next, description: '' });
    } catch {
      return;
    }
  }
}

/** Repeatable random fractions (mulberry32). */
function fractions(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
