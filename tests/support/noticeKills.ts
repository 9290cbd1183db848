import { type AddressInfo, createServer } from 'node:net';
import type { Notice } from '@shp/shared/api/notices/calls';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { expect } from 'vitest';
import { type Contract, startContract } from './contract.ts';
import { firstOnes, type Mood, Postbox, Receiver } from './postbox.ts';
import { addCast, prepare, type Review } from './review.ts';
import { SEED } from './seed.ts';
import type { StrictClient } from './strictClient.ts';

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

type Ways<T> = { mail: T; webhook: T };
/** Milliseconds: until a backlog was sent, and what 95 of 100 notices take from their cause to their arrival. */
export type Figures = {
  notices: number;
  backlog: Ways<number>;
  p95: { failing: Ways<number>; working: Ways<number> } | null;
};

/**
 * Kills the server a number of times at random moments while it sends; mail server and receiver fail at random too. Every
 * notice arrives by both ways, each message with one id, in order. Then measures that many notices without kills, first
 * with both still failing at random.
 */
export async function sendThroughKills(kills: number, measured = 0): Promise<Figures> {
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
  const setMood = (mood: () => Mood) => {
    postbox.mood = mood;
    receiver.mood = mood;
  };
  const failing = (): Mood => (random() < 0.2 ? 'refuse' : random() < 0.2 ? 'breakOff' : 'take');
  const working = (): Mood => 'take';
  setMood(failing);
  const review = await prepare(server, cast);
  for (let kill = 0; kill < kills; kill++) {
    const going = causeUntilGone(server, review);
    await new Promise((resolve) => setTimeout(resolve, random() * 600));
    await server.kill9();
    await going;
    server = await startContract(['--no-captcha'], data);
  }
  const first = server.as(cast.first.token);
  /** Waits until all notices have arrived by both ways in order; how long each took. */
  const arrivals = async (): Promise<Ways<number[]>> => {
    const notices = await allNotices(first);
    expect(notices.length).toBeGreaterThan(0);
    const taken = () => ({ mail: firstOnes(postbox.taken), webhook: firstOnes(receiver.taken) });
    const counts = () => [taken().mail.length, taken().webhook.length];
    await expect.poll(counts, { timeout: 120_000, interval: 50 }).toEqual([notices.length, notices.length]);
    const { mail, webhook } = taken();
    expect(webhook.map(({ body }) => body.data.id)).toEqual(notices.map(({ id }) => id));
    expect(mail.map(({ id }) => id)).toEqual(mail.map(({ id }) => id).sort());
    const took = ({ at }: { at: number }, place: number) => at - Date.parse(notices[place]?.at ?? '');
    return { mail: mail.map(took), webhook: webhook.map(took) };
  };
  setMood(working);
  const began = Date.now();
  const earlier = await arrivals();
  const waited = (taken: readonly { at: number }[]) => Math.max(0, (taken.at(-1)?.at ?? 0) - began);
  const backlog = { mail: waited(postbox.taken), webhook: waited(receiver.taken) };
  const measure = async (mood: () => Mood, before: number): Promise<Ways<number>> => {
    setMood(mood);
    const api = server.as(review.station.token);
    for (let notice = 0; notice < measured; ) {
      if ((await causeNext(api, review)) === 'submitted') notice++;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    const { mail, webhook } = await arrivals();
    return { mail: p95(mail.slice(before)), webhook: p95(webhook.slice(before)) };
  };
  const count = earlier.mail.length;
  const figures =
    measured === 0
      ? null
      : { failing: await measure(failing, count), working: await measure(working, count + measured) };
  expect(receiver.forged).toBe(0);
  await server.stop();
  await postbox.close();
  await receiver.close();
  return { notices: count, backlog, p95: figures };
}

/** A mail server that takes each mail after some milliseconds, or one that accepts connections and never greets. */
export type MailServer = number | 'silent';

/** For each mail server, the p95 in milliseconds of calls that cause a mail to it. */
export async function callsBesideMail(mailServers: readonly MailServer[], calls: number): Promise<number[]> {
  const postbox = new Postbox();
  const port = await postbox.listen();
  const silent = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const server = await startContract();
  const cast = await addCast(server, 1);
  await cast.first.api.call('POST notice/preferences', { mail: 'first@shp.test' });
  const review = await prepare(server, cast);
  const figures: number[] = [];
  for (const mailServer of mailServers) {
    await setPost(server, mailServer === 'silent' ? (silent.address() as AddressInfo).port : port);
    if (mailServer !== 'silent') postbox.delay = mailServer;
    const times: number[] = [];
    for (let call = 0; call < calls; call++) {
      const began = performance.now();
      await causeNext(server.as(review.station.token), review);
      times.push(performance.now() - began);
    }
    figures.push(p95(times));
  }
  await server.kill9();
  await postbox.close();
  silent.close();
  await server.stop();
  return figures;
}

const p95 = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? 0;

/** All notices of an account, oldest first. */
async function allNotices(api: StrictClient): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (let page = 1; ; page++) {
    const { items } = await api.call('GET notice/query', { page, size: 200 });
    notices.unshift(...items.reverse());
    if (items.length < 200) return notices;
  }
}

/** Submits an application, which tells the first manager, or takes it back. */
async function causeNext(api: StrictClient, { id }: Review): Promise<Status> {
  const { status } = await api.call('GET assessment', { id });
  const next = status === 'submitted' ? 'draft' : 'submitted';
  await api.call('POST assessment/add_event', { id, status: next, description: '' });
  return next;
}

/** Causes notices until the server is gone. */
async function causeUntilGone(server: Contract, review: Review): Promise<void> {
  const api = server.as(review.station.token);
  for (;;) {
    try {
      await causeNext(api, review);
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
