import { concatBytes, fromBase64, sameBytes, utf8 } from './bytes.ts';
import type { Hash } from './merkle.ts';

/*
 * Checks SM2 signatures (GB/T 32918.2) with the language's whole numbers only, so that one page without a server can do
 * it. Checking has no secrets, so it need not take constant time. Signing is the server's.
 */

/** The identity that GM/T 0009 names where two parties have agreed on none. */
const IDENTITY = '1234567812345678';

const P = 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn;
const N = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n;
const A = P - 3n;
const B = 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n;
const G: Affine = [
  0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
];

type Affine = readonly [x: bigint, y: bigint];
/** A point in Jacobian coordinates; z is 0 at infinity. */
type Point = readonly [x: bigint, y: bigint, z: bigint];
const INFINITY: Point = [1n, 1n, 0n];

/** The first bytes of every public key in DER form (SubjectPublicKeyInfo): curve SM2, a point without compression. */
const KEY_PREFIX = Uint8Array.of(
  ...[0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01],
  ...[0x06, 0x08, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x82, 0x2d, 0x03, 0x42, 0x00, 0x04],
);
const COORDINATE = 32;

/** A public key's DER form, of the point's two coordinates. */
export const derOfPoint = (point: Uint8Array): Uint8Array<ArrayBuffer> => concatBytes(KEY_PREFIX, point);

/**
 * Whether a signature (DER, Base64) of a text's UTF-8 bytes is that of a public key (SubjectPublicKeyInfo, Base64), as
 * `openssl dgst -sm3 -sigopt distid:1234567812345678 -verify` does. Malformed keys and signatures are wrong ones.
 */
export function isSignedBy(hash: Hash, publicKey: string, text: string, signature: string): boolean {
  const [key, values] = [pointOf(publicKey), valuesOf(signature)];
  if (key === null || values === null) return false;
  const [r, s] = values;
  const t = (r + s) % N;
  if (r < 1n || r >= N || s < 1n || s >= N || t === 0n) return false;
  const e = numberOf(hash(concatBytes(identityHash(hash, key), utf8(text))));
  const sum = twoProducts(s, G, t, key);
  if (sum[2] === 0n) return false;
  const z = inverse(sum[2]);
  const x = mod(sum[0] * z * z);
  return (e + x) % N === r;
}

/** Z of the standard: the hash of identity, curve and public key. */
function identityHash(hash: Hash, [x, y]: Affine): Uint8Array {
  const id = utf8(IDENTITY);
  const bits = Uint8Array.of((id.length * 8) >> 8, (id.length * 8) & 0xff);
  return hash(concatBytes(bits, id, ...[A, B, ...G, x, y].map(bytesOf)));
}

function pointOf(publicKey: string): Affine | null {
  const der = fromBase64(publicKey);
  if (der === null || der.length !== KEY_PREFIX.length + 2 * COORDINATE) return null;
  if (!sameBytes(der.subarray(0, KEY_PREFIX.length), KEY_PREFIX)) return null;
  const [x, y] = [
    numberOf(der.subarray(KEY_PREFIX.length, KEY_PREFIX.length + COORDINATE)),
    numberOf(der.subarray(-COORDINATE)),
  ];
  const isOnCurve = x < P && y < P && mod(y * y) === mod(x * x * x + A * x + B);
  return isOnCurve ? [x, y] : null;
}

/** The two numbers of a signature: SEQUENCE { INTEGER r, INTEGER s } in exactly the form that DER demands. */
function valuesOf(signature: string): [r: bigint, s: bigint] | null {
  const der = fromBase64(signature);
  if (der === null || der[0] !== 0x30 || der[1] !== der.length - 2) return null;
  const first = integerAt(der, 2);
  const second = first && integerAt(der, first.end);
  return second?.end === der.length ? [first?.value ?? 0n, second.value] : null;
}

function integerAt(der: Uint8Array, at: number): { value: bigint; end: number } | null {
  const [tag, length = 0, high = 0, next = 0] = der.subarray(at);
  const end = at + 2 + length;
  if (tag !== 0x02 || length < 1 || length > COORDINATE + 1 || end > der.length) return null;
  // Negative, or with a zero too many.
  if (high >= 0x80 || (high === 0 && length > 1 && next < 0x80)) return null;
  return { value: numberOf(der.subarray(at + 2, end)), end };
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function bytesOf(value: bigint): Uint8Array {
  return Uint8Array.from({ length: COORDINATE }, (_, index) =>
    Number((value >> BigInt(8 * (COORDINATE - 1 - index))) & 0xffn),
  );
}

/** a·p + b·q, bit by bit for both at once. */
function twoProducts(a: bigint, p: Affine, b: bigint, q: Affine): Point {
  const [one, other]: [Point, Point] = [
    [...p, 1n],
    [...q, 1n],
  ];
  const both = add(one, other);
  let sum = INFINITY;
  for (let bit = 255n; bit >= 0n; bit--) {
    sum = double(sum);
    const [inA, inB] = [(a >> bit) & 1n, (b >> bit) & 1n];
    if (inA && inB) sum = add(sum, both);
    else if (inA) sum = add(sum, one);
    else if (inB) sum = add(sum, other);
  }
  return sum;
}

function double([x, y, z]: Point): Point {
  if (z === 0n || y === 0n) return INFINITY;
  const [yy, zz] = [mod(y * y), mod(z * z)];
  const s = mod(4n * x * yy);
  // a = p - 3, so 3x² + az⁴ = 3(x - z²)(x + z²).
  const m = mod(3n * (x - zz) * (x + zz));
  const x3 = mod(m * m - 2n * s);
  return [x3, mod(m * (s - x3) - 8n * yy * yy), mod(2n * y * z)];
}

function add(p: Point, q: Point): Point {
  if (p[2] === 0n) return q;
  if (q[2] === 0n) return p;
  const [z1, z2] = [mod(p[2] * p[2]), mod(q[2] * q[2])];
  const [u1, u2] = [mod(p[0] * z2), mod(q[0] * z1)];
  const [s1, s2] = [mod(p[1] * z2 * q[2]), mod(q[1] * z1 * p[2])];
  const [h, r] = [mod(u2 - u1), mod(s2 - s1)];
  if (h === 0n) return r === 0n ? double(p) : INFINITY;
  const hh = mod(h * h);
  const hhh = mod(h * hh);
  const v = mod(u1 * hh);
  const x3 = mod(r * r - hhh - 2n * v);
  return [x3, mod(r * (v - x3) - s1 * hhh), mod(p[2] * q[2] * h)];
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

/** By Fermat's little theorem. */
function inverse(value: bigint): bigint {
  let [result, base, exponent] = [1n, value, P - 2n];
  while (exponent > 0n) {
    if (exponent & 1n) result = mod(result * base);
    base = mod(base * base);
    exponent >>= 1n;
  }
  return result;
}
