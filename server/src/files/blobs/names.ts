import { isAbsent } from '@shp/shared/domain/assessment/fields';

const TITLE_MAX = 200;
/** Control characters, line ends and invisible characters. Direction marks could disguise a file's extension. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,4}$/;

/** A title from the uploader's file name: without extension, safe to show and to save. */
export function titleOf(filename: string): string {
  const plain = filename.normalize('NFC').replace(HIDDEN, '').replace(/[/\\]/g, '_').trim();
  const title = [...plain.replace(EXTENSION, '')].slice(0, TITLE_MAX).join('').trim();
  return isAbsent(title) ? '_' : title;
}

const PART_BYTES = 180;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name in an archive that every operating system can unpack. */
export function partName(name: string): string {
  let bytes = 0;
  let clipped = '';
  for (const character of name.replace(/[<>:"|?*/\\]/g, '_')) {
    bytes += Buffer.byteLength(character);
    if (bytes > PART_BYTES) break;
    clipped += character;
  }
  const tidy = clipped.replace(/[. ]+$/, '').trim() || '_';
  return RESERVED.test(tidy) ? `${tidy}_` : tidy;
}
