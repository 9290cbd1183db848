/** What kind of file bytes really are, whatever its name. */
export function containerOf(bytes: Uint8Array): 'zip' | 'oldExcel' | 'encrypted' | 'other' {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'zip';
  if (!startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'other';
  // Such a container names its streams in UTF-16; a workbook under a password lies in this one.
  return new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage') ? 'encrypted' : 'oldExcel';
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, place) => bytes[place] === byte);
}
