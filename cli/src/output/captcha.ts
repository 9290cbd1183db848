import { PNG } from 'pngjs';

/** Levels of grey that a terminal of 256 colours has, from black. */
const GREYS = 24;
const FIRST_GREY = 232;
/** Darker than this is ink, where there is no colour: the letters are of any hue, and their edges are soft. */
const INK = 225;

/** A picture of a data URL as lines of half blocks: two rows of dots a line, scaled down to `columns`. */
export function drawPicture(dataUrl: string, columns: number, color: boolean): string {
  const png = PNG.sync.read(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));
  const scale = Math.max(1, png.width / columns);
  const width = Math.floor(png.width / scale);
  const height = Math.floor(png.height / scale);
  const lines: string[] = [];
  for (let y = 0; y < height; y += 2) {
    let line = '';
    for (let x = 0; x < width; x++) {
      const upper = brightness(png, x * scale, y * scale, scale);
      const lower = y + 1 < height ? brightness(png, x * scale, (y + 1) * scale, scale) : 255;
      line += color ? coloured(upper, lower) : plain(upper, lower);
    }
    lines.push(color ? `${line}\u001b[0m` : line.trimEnd());
  }
  return `${lines.join('\n')}\n`;
}

/** The mean brightness of a square of the picture, over white where it is transparent. */
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

function coloured(upper: number, lower: number): string {
  const grey = (level: number) => FIRST_GREY + Math.min(GREYS - 1, Math.floor((level / 256) * GREYS));
  return `\u001b[38;5;${grey(upper)};48;5;${grey(lower)}m▀`;
}

function plain(upper: number, lower: number): string {
  if (upper < INK) return lower < INK ? '█' : '▀';
  return lower < INK ? '▄' : ' ';
}
