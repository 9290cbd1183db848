// Measures the server against its floor: npm run bench -- --data DIR [--only lists,writes]; DIR is a filled data
// directory (npm run fill). With --database-url of a filled PostgreSQL, DIR is where it has its files; what is written goes
// into copies of both. One object of JSON a part; docs/performance.md says what they mean.
import { parseArgs } from 'node:util';
import { exports } from './exports.ts';
import { hot } from './hot.ts';
import { lists } from './lists.ts';
import { logins } from './logins.ts';
import { serving } from './serving.ts';
import { writes } from './writes.ts';

const PARTS = { lists, hot, writes, logins, exports, serving };

const { values } = parseArgs({
  options: { data: { type: 'string' }, 'database-url': { type: 'string' }, only: { type: 'string' } },
});
const { data, 'database-url': url } = values;
const wanted = values.only?.split(',') ?? Object.keys(PARTS);
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
if (data === undefined || unknown.length > 0) {
  console.error(`npm run bench -- --data DIR [--database-url URL] [--only ${Object.keys(PARTS).join(',')}]`);
  process.exit(2);
}
for (const name of wanted as (keyof typeof PARTS)[]) {
  console.log(JSON.stringify({ [name]: await PARTS[name](data, url) }, null, 2));
}
