import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';

/** Fields of `/proc/PID/stat` after the name: the parent, and ticks of 10 ms of its own and of its ended children. */
const [PARENT, OWN, ENDED] = [1, [11, 12], [13, 14]] as const;

/** Milliseconds of processor that a PostgreSQL of this machine has used, with its processes that have ended. */
export async function processorOf(url: string): Promise<() => number> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = statOf(rows[0]?.pid ?? 0)[PARENT] ?? 0;
  await client.end();
  return () => {
    const live = readdirSync('/proc')
      .map(Number)
      .map((pid) => (pid > 0 ? statOf(pid) : []))
      .filter((stat) => stat[PARENT] === server);
    return ticks(statOf(server), [...OWN, ...ENDED]) + live.reduce((sum, stat) => sum + ticks(stat, OWN), 0);
  };
}

/** A copy of a PostgreSQL's database beside it, while nobody is connected to that. */
export async function copyOfDatabase(url: string, name: string): Promise<{ url: string; drop(): Promise<void> }> {
  const copy = new URL(url);
  const from = copy.pathname.slice(1);
  const to = `${from}_${name}`;
  copy.pathname = to;
  const drop = () => administer(url, `DROP DATABASE IF EXISTS "${to}" WITH (FORCE)`);
  await drop();
  await administer(url, `CREATE DATABASE "${to}" TEMPLATE "${from}" STRATEGY file_copy`);
  return { url: copy.href, drop };
}

async function administer(url: string, statement: string): Promise<void> {
  const elsewhere = new URL(url);
  elsewhere.pathname = 'template1';
  const client = new Client(elsewhere.href);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const ticks = (stat: readonly number[], fields: readonly number[]) =>
  fields.reduce((sum, field) => sum + (stat[field] ?? 0) * 10, 0);

/** Nothing where a process has ended. */
function statOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  } catch {
    return [];
  }
}
