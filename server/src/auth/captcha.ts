import { randomBytes, randomInt } from 'node:crypto';

export const CAPTCHA_SECONDS = 300;

/** Without 0 and 1, which look like letters, and 8, which the font draws almost like 3. */
const DIGITS = '2345679';
const LENGTH = 4;
const WIDTH = 132;
const HEIGHT = 44;
/** At this size the digits fit into the picture. */
const FONT_SIZE = 56;
/** The font has hollow digits; a stroke of this width fills them. */
const FILLING = 2;

/** The library's types omit the `text` parameter. */
type Draw = (text: string, options: Parameters<typeof import('svg-captcha').create>[0]) => string;

/** A PNG data URL that shows four dark digits, with the code. */
export async function drawCaptcha(): Promise<{ key: string; code: string; image: string }> {
  // Loaded on first use: the libraries would take a third of the server's start-up time and memory.
  const [{ default: sharp }, { default: captcha }] = await Promise.all([import('sharp'), import('svg-captcha')]);
  const code = Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  // Without colour and background, the library draws in dark grey.
  const hollow = (captcha as unknown as Draw)(code, {
    noise: 1,
    color: false,
    width: WIDTH,
    height: HEIGHT,
    fontSize: FONT_SIZE,
  });
  const drawn = hollow.replaceAll(/<path fill="(#\w+)"/g, `<path fill="$1" stroke="$1" stroke-width="${FILLING}"`);
  const png = await sharp(Buffer.from(drawn))
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  return {
    key: randomBytes(16).toString('base64url'),
    code,
    image: `data:image/png;base64,${png.toString('base64')}`,
  };
}
