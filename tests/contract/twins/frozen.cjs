// Loaded before a server of the twin worlds: time stands still, and random bytes depend only on the number of the step,
// until the file names the next step. What both worlds do in the same step then gives the same ids, times and tokens.
const crypto = require('node:crypto');
const { readFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const RealDate = Date;
let step = '';
let drawn = 0;

function now() {
  const text = readFileSync(process.env.TWINS_STEP_FILE, 'utf8');
  if (text !== step) {
    step = text;
    drawn = 0;
  }
  return Number(text);
}

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }
  static now() {
    return now();
  }
};

function randomBytes(size) {
  now();
  drawn += 1;
  const seed = crypto.createHash('sha256').update(`${step}/${drawn}`).digest();
  return Buffer.alloc(size, seed);
}

Object.assign(crypto, {
  randomBytes,
  randomUUID: () => {
    const hex = randomBytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  },
});
syncBuiltinESMExports();
