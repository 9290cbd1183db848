// The floor: the same work by bare node:http and better-sqlite3, as little code as does it, on a copy of the same data.
// tsx bench/floor/server.ts FILE
import Sqlite from 'better-sqlite3';
import { listWork } from './lists.ts';
import { loginWork } from './logins.ts';
import { serve } from './serve.ts';
import { scoreWork, userWork } from './writes.ts';

const [file = ''] = process.argv.slice(2);
const write = new Sqlite(file);
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -32000'])
  write.pragma(pragma);
const read = new Sqlite(file, { readonly: true });
read.pragma('cache_size = -32000');
const password = read.prepare('SELECT password_hash FROM users WHERE account_key = ?');

serve({
  '/list': listWork(read),
  '/scores': scoreWork(write),
  '/users': userWork(write),
  '/login': loginWork((account) => password.get(account) as { password_hash: string }),
  '/health': () => ({ status: 'ok' }),
});
