import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { COMMAND } from './server.ts';

export type Run = { code: number | null; out: string; err: string };
export type Started = { child: ChildProcess; done: Promise<Run> };
type How = { input?: string; env?: Record<string, string>; cwd?: string };

/** A user or a job on its own machine: a folder with its own configuration, in English. */
export type Desk = {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Runs `shp` to its end, without a terminal. */
  shp(args: readonly string[], how?: How): Promise<Run>;
  start(args: readonly string[], how?: How): Started;
  /** Logs in and, by default, confirms the session with the password. */
  login(account: string, password?: string, how?: { confirmed: boolean }): Promise<void>;
  /** Confirms the session, if the role can do that. */
  confirm(password?: string): Promise<void>;
  clear(): Promise<void>;
};

export async function newDesk(server?: string): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'shp-desk-'));
  const env: Record<string, string> = { SHP_CONFIG_DIR: join(folder, 'config'), SHP_LANG: 'en' };
  if (server !== undefined) env.SHP_SERVER = server;
  const desk: Desk = {
    folder,
    env,
    start(args, how = {}) {
      return start(args, { env: { ...env, ...how.env }, cwd: how.cwd ?? folder }, how.input);
    },
    shp: (args, how) => desk.start(args, how).done,
    async login(account, password = DEMO_PASSWORD, { confirmed } = { confirmed: true }) {
      const run = await desk.shp(['login', '--account', account, '--password-stdin'], { input: `${password}\n` });
      if (run.code !== 0) throw new Error(`login of ${account}: ${run.err}`);
      if (confirmed) await desk.confirm(password);
    },
    async confirm(password = DEMO_PASSWORD) {
      const input = JSON.stringify({ password: hashPassword(password) });
      await desk.shp(['api', 'POST', 'session/confirm', '--input', '-'], { input });
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
  return desk;
}

/** The environment without variables that change the behaviour of commands. */
function clean(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([key]) => !/^(?:SHP_|LC_|LANG$|NO_COLOR$|XDG_|NODE_EXTRA_CA_CERTS$|(?:HTTPS?|NO)_PROXY$)/i.test(key),
  );
  return Object.fromEntries(kept);
}

function start(args: readonly string[], options: SpawnOptions, input: string | undefined): Started {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    ...options,
    env: { ...clean(), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(input ?? '');
  return { child, done: once(child, 'close').then(() => ({ code: child.exitCode, out, err })) };
}

/** Parses ndjson. */
export function lines<T = Record<string, unknown>>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Parses csv without quotes and commas in its cells. */
export function csvRows(text: string): string[][] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
}
