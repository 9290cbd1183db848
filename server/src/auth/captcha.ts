import { randomBytes } from 'node:crypto';

export const CAPTCHA_SECONDS = 300;

/** A picture of four characters as a PNG data URL, with the code that it shows. */
export async function drawCaptcha(): Promise<{ key: string; code: string; image: string }> {
  // Loaded when the first is asked for: they would take a third of a server's start and of its memory.
  const [{ default: sharp }, { create }] = await Promise.all([import('sharp'), import('svg-captcha')]);
  const { data, text } = create({
    size: 4,
    ignoreChars: '0oO1ilI2Zz5Ss8B',
    noise: 2,
    color: true,
    background: '#ffffff',
    width: 120,
    height: 40,
  });
  const png = await sharp(Buffer.from(data)).png({ compressionLevel: 9, palette: true }).toBuffer();
  return {
    key: randomBytes(16).toString('base64url'),
    code: text.toLowerCase(),
    image: `data:image/png;base64,${png.toString('base64')}`,
  };
}
