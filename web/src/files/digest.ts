/** SHA-256 of a file; '' where the browser has no cryptography, over plain http. */
export async function digestOf(file: Blob): Promise<string> {
  if (!globalThis.crypto?.subtle) return '';
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const SAMPLE_BYTES = 64 * 1024;

/**
 * Digest of the beginning, the middle and the end of a file, which costs the same for every size. Documents and
 * archives of equal size differ at the end: their tables of contents are there.
 */
export function sampleOf(file: Blob): Promise<string> {
  const middle = Math.floor(file.size / 2);
  return digestOf(
    new Blob([
      file.slice(0, SAMPLE_BYTES),
      file.slice(middle, middle + SAMPLE_BYTES),
      file.slice(Math.max(0, file.size - SAMPLE_BYTES)),
    ]),
  );
}
