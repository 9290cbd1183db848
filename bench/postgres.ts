import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';

/** The processes of a PostgreSQL on this machine that answer connections now. */
export async function backendsOf(url: string): Promise<number[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = rows[0]?.pid ?? 0;
  const server = parentOf(own);
  const all = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== own);
  await client.end();
  return all.filter((pid) => parentOf(pid) === server);
}

function parentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return 0;
  }
}
