/** Where and when a photograph was taken. */
export type PhotoMeta = {
  /** `2026:11:23 10:05:00` in the camera's time, as EXIF writes it; null if the camera wrote none. */
  readonly time: string | null;
  /** Degrees, south and west negative. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
};

const NOTHING: PhotoMeta = { time: null, place: null };
const SOI = 0xffd8;
const APP1 = 0xffe1;
const SOS = 0xffda;
/** `Exif` and two zeros, as a number of four bytes and one of two. */
const EXIF = 0x45786966;
const [TIME, EXIF_PART, GPS_PART] = [0x9003, 0x8769, 0x8825];

/** Reads place and time of a JPEG; what is damaged or missing is null. */
export async function readPhotoMeta(picture: Blob): Promise<PhotoMeta> {
  try {
    const view = new DataView(await picture.slice(0, 256 * 1024).arrayBuffer());
    if (view.getUint16(0) !== SOI) return NOTHING;
    for (let at = 2; view.getUint16(at) !== SOS; at += 2 + view.getUint16(at + 2))
      if (view.getUint16(at) === APP1 && view.getUint32(at + 4) === EXIF) return readTiff(view, at + 10);
  } catch {
    // It ends early, or is no JPEG.
  }
  return NOTHING;
}

function readTiff(view: DataView, start: number): PhotoMeta {
  const little = view.getUint16(start) === 0x4949;
  const short = (at: number) => view.getUint16(start + at, little);
  const long = (at: number) => view.getUint32(start + at, little);
  /** The entries of a part: by tag, where the value or its offset stands. */
  const entries = (at: number) =>
    new Map(Array.from({ length: short(at) }, (_, index) => [short(at + 2 + 12 * index), at + 10 + 12 * index]));
  const letter = (at: number) => String.fromCharCode(view.getUint8(start + at));
  const degrees = (at: number) =>
    [0, 1, 2].reduce((sum, place) => sum + rational(long(at) + 8 * place) / 60 ** place, 0);
  const rational = (at: number) => long(at) / long(at + 4);

  const first = entries(long(4));
  const [exif, gps] = [first.get(EXIF_PART), first.get(GPS_PART)];
  const timeAt = exif === undefined ? undefined : entries(long(exif)).get(TIME);
  const time =
    timeAt === undefined ? null : Array.from({ length: 19 }, (_, index) => letter(long(timeAt) + index)).join('');
  const [ns, latitude, ew, longitude] = gps === undefined ? [] : [1, 2, 3, 4].map((tag) => entries(long(gps)).get(tag));
  if (ns === undefined || latitude === undefined || ew === undefined || longitude === undefined)
    return { time, place: null };
  const place = {
    latitude: degrees(latitude) * (letter(ns) === 'S' ? -1 : 1),
    longitude: degrees(longitude) * (letter(ew) === 'W' ? -1 : 1),
  };
  return { time, place: Number.isFinite(place.latitude + place.longitude) ? place : null };
}

/** A JPEG with this place and time, and nothing else of what a camera writes. */
export function withPhotoMeta(jpeg: Blob, { time, place }: PhotoMeta): Blob {
  if (time === null && place === null) return jpeg;
  return new Blob([jpeg.slice(0, 2), segment(time, place), jpeg.slice(2)], { type: jpeg.type });
}

/** Sizes of the segment's parts: header, first part with two entries, time with one, place with four and its numbers. */
const [HEAD, FIRST, TIME_PART, GPS_ENTRIES, NUMBERS] = [8, 30, 18 + 20, 54, 48];
const [TIME_AT, GPS_AT] = [HEAD + FIRST, HEAD + FIRST + TIME_PART];

function segment(time: string | null, place: PhotoMeta['place']): ArrayBuffer {
  const tiff = HEAD + FIRST + TIME_PART + GPS_ENTRIES + NUMBERS;
  const bytes = new ArrayBuffer(10 + tiff);
  const view = new DataView(bytes);
  view.setUint16(0, APP1);
  view.setUint16(2, 8 + tiff);
  view.setUint32(4, EXIF);
  const short = (at: number, value: number) => view.setUint16(10 + at, value);
  const long = (at: number, value: number) => view.setUint32(10 + at, value);
  const ascii = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(10 + at + index, letter.charCodeAt(0));
  };
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    short(at, tag);
    short(at + 2, type);
    long(at + 4, count);
    long(at + 8, value);
  };
  const [ASCII, LONG, RATIONAL] = [2, 4, 5];
  ascii(0, 'MM');
  short(2, 42);
  long(4, HEAD);
  const parts = [...(time === null ? [] : [[EXIF_PART, TIME_AT]]), ...(place === null ? [] : [[GPS_PART, GPS_AT]])];
  short(HEAD, parts.length);
  for (const [index, [tag = 0, at = 0]] of parts.entries()) entry(HEAD + 2 + 12 * index, tag, LONG, 1, at);
  if (time !== null) {
    short(TIME_AT, 1);
    entry(TIME_AT + 2, TIME, ASCII, 20, TIME_AT + 18);
    ascii(TIME_AT + 18, time);
  }
  if (place !== null) {
    const numbers = GPS_AT + GPS_ENTRIES;
    short(GPS_AT, 4);
    const sides = [
      [place.latitude, 'N', 'S'],
      [place.longitude, 'E', 'W'],
    ] as const;
    for (const [index, [value, plus, minus]] of sides.entries()) {
      const side = GPS_AT + 2 + 24 * index;
      entry(side, 2 * index + 1, ASCII, 2, 0);
      ascii(side + 8, value < 0 ? minus : plus);
      entry(side + 12, 2 * index + 2, RATIONAL, 3, numbers + 24 * index);
      for (const [place, part] of sixtieths(Math.abs(value)).entries()) {
        long(numbers + 24 * index + 8 * place, part);
        long(numbers + 24 * index + 8 * place + 4, place === 2 ? 1000 : 1);
      }
    }
  }
  return bytes;
}

/** Degrees as whole degrees, whole minutes, and thousandths of a second. */
function sixtieths(degrees: number): [number, number, number] {
  const thousandths = Math.round(degrees * 3_600_000);
  return [Math.floor(thousandths / 3_600_000), Math.floor(thousandths / 60_000) % 60, thousandths % 60_000];
}
