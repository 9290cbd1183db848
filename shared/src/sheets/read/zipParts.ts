/** One part of a ZIP archive, as its directory describes it. */
export type ZipPart = {
  readonly path: string;
  readonly encrypted: boolean;
  readonly method: number;
  readonly sum: number;
  /** Unpacked size in bytes. */
  readonly size: number;
  readonly packed: Uint8Array<ArrayBuffer>;
};

const END = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const LOCATOR_LENGTH = 20;
/** ZIP64: a 16- or 32-bit field with all bits set means that the value is in a 64-bit field. */
const MOVED_16 = 0xffff;
const MOVED_32 = 0xffff_ffff;

/** The parts of an archive; null if the directory is damaged. */
export function zipParts(bytes: Uint8Array<ArrayBuffer>): ZipPart[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    let { count, offset } = directory(view);
    const parts: ZipPart[] = [];
    for (; count > 0; count--) {
      if (view.getUint32(offset, true) !== ENTRY) return null;
      const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(offset + at, true)) as [
        number,
        number,
        number,
      ];
      const path = new TextDecoder().decode(bytes.subarray(offset + 46, offset + 46 + name));
      const [packed, size, local] = figures(view, offset, offset + 46 + name, extra);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (start + packed > bytes.length) return null;
      parts.push({
        path,
        encrypted: (view.getUint16(offset + 8, true) & 1) === 1,
        method: view.getUint16(offset + 10, true),
        sum: view.getUint32(offset + 16, true),
        size,
        packed: bytes.subarray(start, start + packed),
      });
      offset += 46 + name + extra + comment;
    }
    return parts;
  } catch (error) {
    // An offset or length points outside the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The number of directory entries and the directory's offset. */
function directory(view: DataView): { count: number; offset: number } {
  let end = view.byteLength - END_LENGTH;
  while (view.getUint32(end, true) !== END) {
    if (view.byteLength - end > END_LENGTH + MAX_COMMENT) throw new RangeError('no end of a directory');
    end -= 1;
  }
  const count = view.getUint16(end + 10, true);
  const offset = view.getUint32(end + 16, true);
  if (count !== MOVED_16 && offset !== MOVED_32) return { count, offset };
  const wide = long(view, end - LOCATOR_LENGTH + 8);
  return { count: long(view, wide + 32), offset: long(view, wide + 48) };
}

/** Packed size, unpacked size and offset of a part, from the entry or its ZIP64 field. */
function figures(view: DataView, entry: number, extra: number, length: number): [number, number, number] {
  const near = [24, 20, 42].map((at) => view.getUint32(entry + at, true));
  let at = extra;
  while (at < extra + length && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true);
  at += 4;
  const [size, packed, local] = near.map((figure) => {
    if (figure !== MOVED_32) return figure;
    at += 8;
    return long(view, at - 8);
  }) as [number, number, number];
  return [packed, size, local];
}

function long(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
