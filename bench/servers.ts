import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { databaseFile } from '@shp/server/store/db/types';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { copyOfDatabase } from './postgres.ts';

export const PASSWORD = 'demo-2026';
const COMMAND = new URL('../cli/dist/shp.js', import.meta.url).pathname;

export type Running = { url: string; pid: number; stop(): Promise<void> };

export type Copy = { data: string; url: string | undefined; discard(): Promise<void> };

/** A copy of a filled database, to be written to and thrown away: that of a data directory, or a PostgreSQL's. */
export async function copyOf(data: string, url: string | undefined, name: string): Promise<Copy> {
  const folder = `${data}.${name}`;
  const discard = () => rmSync(folder, { recursive: true, force: true });
  discard();
  mkdirSync(folder, { recursive: true });
  if (url !== undefined) {
    const database = await copyOfDatabase(url, name);
    return {
      data: folder,
      url: database.url,
      async discard() {
        discard();
        await database.drop();
      },
    };
  }
  // With what a server that had no time to close has left beside it.
  for (const part of ['', '-wal']) {
    if (existsSync(databaseFile(data) + part)) cpSync(databaseFile(data) + part, databaseFile(folder) + part);
  }
  return { data: folder, url, discard: async () => discard() };
}

/** The built `shp serve`, on a directory's SQLite or on a PostgreSQL. */
export function startOurs(data: string, url?: string): Promise<Running> {
  const database = url === undefined ? [] : ['--database-url', url];
  return start([COMMAND, 'serve', '--no-captcha', '--port', '0', '--data', data, ...database]);
}

/** The floor on the same. */
export function startFloor(data: string, url?: string): Promise<Running> {
  const script = (name: string) => new URL(`floor/${name}.ts`, import.meta.url).pathname;
  const words = url === undefined ? [script('server'), databaseFile(data)] : [script('postgres'), url];
  return start(['--import', 'tsx', ...words]);
}

async function start(command: string[]): Promise<Running> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, SHP_LANG: 'en' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await firstUrl(child);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function firstUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /https?:\/\/[\w.:[\]]+/.exec(line);
      if (found) resolve(found[0]);
    });
  });
}

export async function login(url: string, account: string): Promise<string> {
  const body = JSON.stringify({ account, password: hashPassword(PASSWORD), key: '', code: '' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/session/login`, { method: 'POST', headers, body });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`${account} cannot log in`);
  return token;
}

export async function get<T>(url: string, token: string): Promise<T> {
  const answer = await fetch(url, { headers: { token } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** Resident memory of a process in MiB, now or at its highest. */
export function memory(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const found = new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8'));
  return Math.round(Number(found?.[1]) / 1024);
}
