// Kills a server under load, and measures who waits for a backup, and tells what came of it: npm run faults [-- --rounds 200 --seed 1 --only kill,…]
import { parseArgs } from 'node:util';
import { backups } from './backup.ts';
import { killRounds } from './kill.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
});
const PARTS = {
  kill: () =>
    killRounds({
      rounds: Number(values.rounds),
      seed: Number(values.seed),
      imported: Number(values.rounds) * 30,
      told: (line) => console.error(JSON.stringify(line)),
    }),
  backups,
};
const wanted = values.only?.split(',') ?? Object.keys(PARTS);
if (wanted.some((name) => !Object.hasOwn(PARTS, name))) {
  console.error(`npm run faults [-- --rounds N --seed N --only ${Object.keys(PARTS).join(',')}]`);
  process.exit(2);
}
console.log(JSON.stringify({ seed: Number(values.seed), node: process.version, date: new Date().toISOString() }));
for (const name of wanted as (keyof typeof PARTS)[]) console.log(JSON.stringify({ [name]: await PARTS[name]() }));
