import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { desk } from './demo.ts';
import { openAs, type Tui } from './tui.ts';

/** A terminal in which every filter of stations has room. */
export const WIDE = { cols: 130, rows: 40 };

/** Opens the list of stations. */
export async function stations(account = 'admin', size = {}): Promise<Tui> {
  const tui = await openAs(desk, account, size);
  tui.type(account === 'admin' ? '4' : '3');
  await tui.sees(/station\d{4}/);
  return tui;
}

/** The lines of the list, without the pane below it. */
export const listed = (tui: Tui) =>
  tui.lines().slice(
    0,
    tui.lines().findIndex((line) => line.startsWith('╰')),
  );

/** The accounts in the list, in order. */
export const accounts = (tui: Tui) =>
  [
    ...listed(tui)
      .join('\n')
      .matchAll(/\bstation\d{4}\b/g),
  ].map(([account]) => account);

/** Runs a command as the desk's account, or as the administrator if it has none. */
export async function run(...args: string[]) {
  if (!existsSync(join(desk.folder, 'config/config.json'))) await desk.login('admin');
  const done = await desk.shp(args);
  if (done.code !== 0) throw new Error(done.err);
  return done;
}
