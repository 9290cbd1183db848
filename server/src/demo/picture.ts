import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 144;
const HEIGHT = 96;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Red, green and blue of sky, far hills, near hills, dam, water and shore. */
const COLOURS = [
  [0xcf, 0xe3, 0xf2, 0x8f, 0xa9, 0xb8, 0x5d, 0x85, 0x6a, 0xb9, 0xb4, 0xa9, 0x4a, 0x86, 0xb5, 0x7c, 0x9a, 0x5f],
  [0xf3, 0xe0, 0xc4, 0xa8, 0x97, 0x8e, 0x6f, 0x7d, 0x57, 0xa9, 0xa3, 0x9b, 0x3f, 0x78, 0x96, 0x8c, 0x8f, 0x55],
  [0xdd, 0xe4, 0xe6, 0x9c, 0xa8, 0xa6, 0x53, 0x70, 0x62, 0xc4, 0xbd, 0xae, 0x5f, 0x93, 0x9f, 0x6f, 0x87, 0x6a],
];
const [SKY, FAR, NEAR, DAM, WATER, SHORE] = [0, 1, 2, 3, 4, 5];

/**
 * A drawing of a dam between hills, as PNG. Stored uncompressed, because versions of zlib compress differently and the
 * bytes must be equal on every machine.
 */
export function damPicture(variant: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Four bits per pixel: an index into the palette.
  header.set([4, 3, 0, 0, 0], 8);
  const palette = Buffer.from(COLOURS[variant % COLOURS.length] ?? []);
  const rows = Array.from({ length: HEIGHT }, (_, y) => rowOf(variant, y));
  const pixels = deflateSync(Buffer.concat(rows), { level: 0 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function rowOf(variant: number, y: number): Buffer {
  const row = Buffer.alloc(1 + WIDTH / 2);
  for (let x = 0; x < WIDTH; x += 2) row[1 + x / 2] = (colourAt(variant, x, y) << 4) | colourAt(variant, x + 1, y);
  return row;
}

function colourAt(variant: number, x: number, y: number): number {
  const hill = (x: number, height: number, width: number) =>
    height + Math.abs(((x + variant * 17) % width) - width / 2);
  const [crest, foot] = [44 + (variant % 4) * 3, 78];
  if (y > foot) return (x + y * 3) % 11 === 0 ? SHORE : WATER;
  if (y > crest && x > 36 && x < 108) return (y - crest) % 8 === 1 || x % 24 === 0 ? NEAR : DAM;
  if (y > hill(x, 26, 58)) return NEAR;
  return y > hill(x, 12, 90) ? FAR : SKY;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
