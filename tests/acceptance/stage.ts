import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Desk, newDesk } from '../support/desk.ts';
import type { TestServer } from '../support/server.ts';
import { COMMAND } from '../support/server.ts';
import { compare, readScript, runLine } from './script.ts';

/** A session is confirmed again after this time, so that scripts always find it confirmed. */
const CONFIRMED_MS = 5 * 60_000;

/** Runs scripts against one server; each has its own folder and configuration. */
export class Stage {
  private readonly desks = new Map<string, Desk>();
  /** When each account's session was last confirmed. */
  private readonly confirmed = new Map<string, number>();

  constructor(private readonly server: TestServer) {}

  /** A desk with a logged-in account; scripts get copies of its configuration. */
  private async loggedIn(account: string): Promise<Desk> {
    const known = this.desks.get(account);
    if (known) {
      if (account !== 'nobody' && Date.now() - (this.confirmed.get(account) ?? 0) > CONFIRMED_MS) {
        await known.confirm();
        this.confirmed.set(account, Date.now());
      }
      return known;
    }
    this.confirmed.set(account, Date.now());
    const desk = await newDesk(this.server.url);
    this.desks.set(account, desk);
    if (account !== 'nobody') await desk.login(account);
    return desk;
  }

  /** Runs a script up to its first difference and returns that; null if everything matches. */
  async play(text: string): Promise<string | null> {
    const script = readScript(text);
    const desk = await newDesk(this.server.url);
    const names = new Map<string, string>([['server', this.server.url]]);
    try {
      const { folder } = await this.loggedIn(script.account);
      const config = join(desk.folder, 'config');
      if (script.account !== 'nobody') await cp(join(folder, 'config'), config, { recursive: true });
      const work = join(desk.folder, 'work');
      await Promise.all([mkdir(work), mkdir(join(desk.folder, 'bin'))]);
      const shp = join(desk.folder, 'bin/shp');
      await writeFile(shp, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
      await chmod(shp, 0o755);
      names.set('folder', work);
      for (const { line, command, expected, exit } of script.steps) {
        const env = {
          HOME: desk.folder,
          PATH: `${join(desk.folder, 'bin')}:${process.env.PATH}`,
          SHP_CONFIG_DIR: config,
          SHP_SERVER: this.server.url,
          SHP_LANG: script.lang,
          LC_ALL: 'C.UTF-8',
          ...Object.fromEntries(names),
        };
        const run = await runLine(command, { cwd: work, env });
        const wrong = compare(expected, run.seen, names);
        if (wrong !== null) return `line ${line}: ${command}\n${wrong}`;
        if (run.exit !== exit) return `line ${line}: ${command}\nexit ${run.exit} in place of ${exit}`;
      }
      return null;
    } finally {
      await desk.clear();
    }
  }

  async clear(): Promise<void> {
    await Promise.all([...this.desks.values()].map((desk) => desk.clear()));
  }
}
