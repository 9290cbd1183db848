import type { FileFault } from './faults.ts';
import { containerOf } from './fileSignature.ts';

/**
 * Decodes a text file: UTF-8 or UTF-16 by byte order mark, otherwise UTF-8, otherwise GB18030, in which Chinese
 * spreadsheets save CSV.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string | FileFault {
  const container = containerOf(bytes);
  if (container !== 'other') return { code: container === 'zip' ? 'notText' : container };
  for (const encoding of encodings(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes('\0') ? { code: 'encoding' } : text;
    } catch {
      // Not this encoding; try the next one.
    }
  }
  return { code: 'encoding' };
}

function encodings([first, second]: Uint8Array): string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  return ['utf-8', 'gb18030'];
}
