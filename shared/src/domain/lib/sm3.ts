/// <reference path="./sm-crypto.d.ts" />
// Imports one file instead of the package index: the index also loads SM2's big-number arithmetic.
import digest from 'sm-crypto/src/sm3/index.js';

/** SM3 (GB/T 32905) of bytes or of a text's UTF-8 bytes, 64 lower-case hex digits. */
export function sm3(input: string | ArrayLike<number>): string {
  return digest(input);
}
