/** The file type by content, independent of the name. */
export function containerOf(bytes: Uint8Array): 'zip' | 'oldExcel' | 'encrypted' | 'other' {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'zip';
  if (!startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'other';
  // OLE containers store stream names in UTF-16; this stream contains a password-protected workbook.
  return new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage') ? 'encrypted' : 'oldExcel';
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
