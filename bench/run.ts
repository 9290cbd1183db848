// Measures the server against its floor: npm run bench -- --data DIR [--only lists,writes]; DIR is a filled data
// directory (npm run fill). One line of JSON a part; docs/performance.md says what they mean.
import { parseArgs } from 'node:util';
import { exports } from './exports.ts';
import { lists } from './lists.ts';
import { logins } from './logins.ts';
import { serving } from './serving.ts';
import { writes } from './writes.ts';

const PARTS = { lists, writes, logins, exports, serving };

const { values } = parseArgs({ options: { data: { type: 'string' }, only: { type: 'string' } } });
const { data } = values;
const wanted = values.only?.split(',') ?? Object.keys(PARTS);
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
if (data === undefined || unknown.length > 0) {
  console.error(`npm run bench -- --data DIR [--only ${Object.keys(PARTS).join(',')}]`);
  process.exit(2);
}
for (const name of wanted as (keyof typeof PARTS)[]) {
  console.log(JSON.stringify({ [name]: await PARTS[name](data) }, null, 2));
}
