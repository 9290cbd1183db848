/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = new Uint32Array(64);
/** The same of the square roots of the first 8. */
const START = new Uint32Array(8);

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}
for (let number = 2, at = 0; at < 64; number++) {
  if (!isPrime(number)) continue;
  if (at < 8) START[at] = (number ** 0.5 % 1) * 2 ** 32;
  K[at++] = (number ** (1 / 3) % 1) * 2 ** 32;
}

const W = new Uint32Array(64);
const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** SHA-256 of a short message. Over plain http `crypto.subtle` is missing, and for many short messages it is slower. */
export function sha256(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const hash = START.slice();
  for (let block = 0; block < blocks; block++) {
    for (let t = 0; t < 16; t++) W[t] = view.getUint32(block * 64 + t * 4);
    compress(hash);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  hash.forEach((word, at) => {
    out.setUint32(at * 4, word);
  });
  return digest;
}

/** One round for each word; letters as in FIPS 180-4. */
function compress(hash: Uint32Array): void {
  const w = W as unknown as number[];
  for (let t = 16; t < 64; t++) {
    const [s0, s1] = [w[t - 15] ?? 0, w[t - 2] ?? 0];
    const low = rotated(s0, 7) ^ rotated(s0, 18) ^ (s0 >>> 3);
    const high = rotated(s1, 17) ^ rotated(s1, 19) ^ (s1 >>> 10);
    w[t] = (w[t - 16] ?? 0) + low + (w[t - 7] ?? 0) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let t = 0; t < 64; t++) {
    const first =
      (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + (K[t] ?? 0) + (w[t] ?? 0)) | 0;
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    hash[at] = (hash[at] ?? 0) + word;
  });
}
