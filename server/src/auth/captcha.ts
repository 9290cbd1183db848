import { randomBytes, randomInt } from 'node:crypto';

export const CAPTCHA_SECONDS = 300;

/** Letters and digits without look-alikes; the library's own choice could be foreseen from pictures that one has seen. */
const LETTERS = 'ACDEFGHJKLMNPQRTUVWXYabcdefghjkmnpqrtuvwxy34679';
const LENGTH = 4;

/** What the library is, though its types do not say so. */
type Draw = (text: string, options: Parameters<typeof import('svg-captcha').create>[0]) => string;

/** A picture of four characters as a PNG data URL, with the code that it shows. */
export async function drawCaptcha(): Promise<{ key: string; code: string; image: string }> {
  // Loaded when the first is asked for: they would take a third of a server's start and of its memory.
  const [{ default: sharp }, { default: captcha }] = await Promise.all([import('sharp'), import('svg-captcha')]);
  const text = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const drawn = (captcha as unknown as Draw)(text, {
    noise: 2,
    color: true,
    background: '#ffffff',
    width: 120,
    height: 40,
  });
  const png = await sharp(Buffer.from(drawn)).png({ compressionLevel: 9, palette: true }).toBuffer();
  return {
    key: randomBytes(16).toString('base64url'),
    code: text.toLowerCase(),
    image: `data:image/png;base64,${png.toString('base64')}`,
  };
}
