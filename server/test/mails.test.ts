import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { MailConnections } from '@shp/server/notices/delivery/mail';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { afterEach, expect, test } from 'vitest';
import { Postbox } from '../../tests/support/postbox.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openMails(port: number, most: number) {
  const mails = new MailConnections(most);
  closing.push(() => mails.close());
  const server = { ...DEFAULT_SETTINGS.mail, host: '127.0.0.1', port, sender: 'shp@shp.test', requireTls: false };
  return (id: string) => mails.send(server, { id, to: `${id}@shp.test`, subject: 'subject', text: 'text' });
}

/** A mail server that does with its first connections what `greet` says, and hands later ones to a postbox. */
async function openDoor(postbox: Postbox, first: number, greet: (socket: Socket) => void): Promise<number> {
  const behind = await openPostbox(postbox);
  let connections = 0;
  const sockets = new Set<Socket>();
  const door = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (++connections <= first) return greet(socket);
    const inside = connect(behind, '127.0.0.1');
    inside.on('error', () => socket.destroy());
    socket.on('close', () => inside.destroy());
    socket.pipe(inside).pipe(socket);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    door.close();
  });
  return (door.address() as AddressInfo).port;
}

async function openPostbox(postbox: Postbox): Promise<number> {
  closing.push(() => postbox.close());
  return postbox.listen();
}

test('a refused mail is sent again over the same connection, as are those of others', async () => {
  const postbox = new Postbox();
  const send = await openMails(await openPostbox(postbox), 1);
  postbox.mood = () => 'refuse';
  for (let time = 0; time < 3; time++) await expect(send('first')).rejects.toThrow('try later');
  postbox.mood = () => 'take';
  await send('first');
  await send('second');
  expect(postbox.taken.map(({ to }) => to)).toEqual(['first@shp.test', 'second@shp.test']);
  expect(postbox.connections).toBe(1);
});

test('a server that ends connections before its greeting fails at once, and the next mail goes', async () => {
  const postbox = new Postbox();
  const send = await openMails(await openDoor(postbox, 2, (socket) => socket.destroy()), 2);
  const began = performance.now();
  await expect(send('first')).rejects.toThrow();
  await send('first');
  expect(performance.now() - began).toBeLessThan(5000);
  expect(postbox.taken).toHaveLength(1);
});

test('a mail that waits for a greeting does not keep another one waiting', async () => {
  const postbox = new Postbox();
  const send = await openMails(await openDoor(postbox, 1, () => {}), 2);
  const stuck = send('stuck').catch(() => 'failed');
  await send('second');
  expect(postbox.taken.map(({ to }) => to)).toEqual(['second@shp.test']);
  expect(await Promise.race([stuck, 'waits'])).toBe('waits');
});
