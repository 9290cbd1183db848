import { OFFSET } from '@shp/shared/domain/lib/days';
import { digestOf } from '../digest.ts';
import { readPhotoMeta, withPhotoMeta } from './exif.ts';
import { keepsLocation } from './place.ts';
import { scaled } from './scale.ts';

/** Longer side of a photograph in pixels. */
const LONGEST = 2000;

export type Photo = { readonly file: File; readonly sha256: string };

/** A photograph as it is sent: scaled, without what the camera wrote unless wanted, its digest made at once. */
export async function photoOf(original: File, name: string): Promise<Photo> {
  const small = await scaled(original, LONGEST);
  const jpeg = keepsLocation() ? withPhotoMeta(small, await readPhotoMeta(original)) : small;
  const now = new Date();
  const time = new Date(+now + OFFSET).toISOString().replace(/\D/g, '').slice(0, 17);
  const file = new File([jpeg], `${name}-${time}.jpg`, { type: 'image/jpeg', lastModified: +now });
  return { file, sha256: await digestOf(file) };
}
