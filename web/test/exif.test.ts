import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPhotoMeta, withPhotoMeta } from '../src/files/camera/exif.ts';

/** The smallest thing that begins and goes on like a JPEG. */
const jpeg = () => new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 2, 7, 7])], { type: 'image/jpeg' });
const time = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' '));
const within = (most: number) => fc.integer({ min: -most * 1000, max: most * 1000 }).map((value) => value / 1000);

test('place and time that are written into a photograph are read from it, to a centimetre', async () => {
  await fc.assert(
    fc.asyncProperty(fc.option(time), fc.option(fc.tuple(within(90), within(180))), async (time, at) => {
      const place = at && { latitude: at[0], longitude: at[1] };
      const read = await readPhotoMeta(withPhotoMeta(jpeg(), { time, place }));
      expect(read.time).toBe(time);
      expect(read.place === null).toBe(place === null);
      if (!place || !read.place) return;
      expect(read.place.latitude).toBeCloseTo(place.latitude, 6);
      expect(read.place.longitude).toBeCloseTo(place.longitude, 6);
    }),
  );
});

test('a picture without them, cut off, or of another kind has neither', async () => {
  const nothing = { time: null, place: null };
  const whole = withPhotoMeta(jpeg(), { time: '2026:11:23 10:05:00', place: { latitude: 23.5, longitude: 108.25 } });
  expect(await readPhotoMeta(jpeg())).toEqual(nothing);
  expect(await readPhotoMeta(whole.slice(0, 40))).toEqual(nothing);
  expect(await readPhotoMeta(new Blob(['no picture']))).toEqual(nothing);
  expect(await withPhotoMeta(jpeg(), nothing).arrayBuffer()).toEqual(await jpeg().arrayBuffer());
});
