import { PNG } from 'pngjs';

/** Darker pixels are ink: the digits are dark, and many terminals lose greys. */
const INK = 150;

const RESET = '\u001b[0m';
/** The ends of the grey scale: colour schemes do not change them. */
const BLACK = 232;
const WHITE = 255;

/** Draws a data URL in black and white with half blocks, two pixel rows per line, scaled to `columns`. */
export function drawPicture(dataUrl: string, columns: number, color: boolean): string {
  const png = PNG.sync.read(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));
  const scale = Math.max(1, png.width / columns);
  const width = Math.floor(png.width / scale);
  const height = Math.floor(png.height / scale);
  const isInk = (x: number, y: number) => y < height && brightness(png, x * scale, y * scale, scale) < INK;
  const lines: string[] = [];
  for (let y = 0; y < height; y += 2) {
    let line = '';
    for (let x = 0; x < width; x++) line += (color ? onPaper : plain)(isInk(x, y), isInk(x, y + 1));
    lines.push(color ? `${line}${RESET}` : line.trimEnd());
  }
  return `${lines.join('\n')}\n`;
}

/** The mean brightness of a square; transparent pixels count as white. */
function brightness({ width, height, data }: PNG, left: number, top: number, size: number): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(top); y < Math.min(height, Math.ceil(top + size)); y++) {
    for (let x = Math.floor(left); x < Math.min(width, Math.ceil(left + size)); x++) {
      const at = (y * width + x) * 4;
      const [red = 255, green = 255, blue = 255, alpha = 255] = data.subarray(at, at + 4);
      sum += 255 - ((255 - (0.299 * red + 0.587 * green + 0.114 * blue)) * alpha) / 255;
      count += 1;
    }
  }
  return count > 0 ? sum / count : 255;
}

function onPaper(upper: boolean, lower: boolean): string {
  return `\u001b[38;5;${upper ? BLACK : WHITE};48;5;${lower ? BLACK : WHITE}m▀`;
}

function plain(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀';
  return lower ? '▄' : ' ';
}
