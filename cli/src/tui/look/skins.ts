import type { Hue } from '@shp/shared/domain/assessment/hues';

const SKINS = ['dark', 'light', 'contrast'] as const;
export type SkinName = (typeof SKINS)[number];

/** A colour as `#rrggbb`, and its SGR number for terminals of 16 colours. */
export type Colour = readonly [hex: string, basic: number];
/** `blue`: what waits for the station. */
export type ColourName = Hue | 'blue' | 'frame' | 'brand';
export type Skin = Readonly<Record<ColourName, Colour>> & {
  /** Backgrounds of the row under the cursor and of a row that has changed; null: inverse video. */
  readonly cursor: string | null;
  readonly flash: string | null;
  /** From little to much, for tiles and bars. */
  readonly steps: readonly Colour[];
};

/** The console's palette (`web/src/theme/tokens.ts`), for a terminal's own background. */
const SKIN: Readonly<Record<SkinName, Skin>> = {
  dark: {
    frame: ['#76879f', 90],
    brand: ['#56aede', 36],
    grey: ['#a3b1c6', 37],
    amber: ['#efc266', 33],
    blue: ['#6fc3ee', 36],
    violet: ['#b6a5f6', 35],
    green: ['#7fd6a3', 32],
    red: ['#f59aa1', 31],
    cursor: '#1d3b52',
    flash: '#4a3a14',
    steps: [
      ['#8193a8', 90],
      ['#5a9bc2', 34],
      ['#56aede', 36],
      ['#9fd6f5', 96],
    ],
  },
  light: {
    frame: ['#62676e', 90],
    brand: ['#0b5c8c', 34],
    grey: ['#50565f', 90],
    amber: ['#8a5300', 33],
    blue: ['#0b5c8c', 34],
    violet: ['#5338b0', 35],
    green: ['#14663a', 32],
    red: ['#ad1f2a', 31],
    cursor: '#d3e6f2',
    flash: '#fbe3ad',
    steps: [
      ['#5f6f84', 90],
      ['#2b75a3', 36],
      ['#0b5c8c', 34],
      ['#06304a', 30],
    ],
  },
  contrast: {
    frame: ['#ffffff', 97],
    brand: ['#ffff00', 93],
    grey: ['#c4c4c4', 37],
    amber: ['#ffaf00', 93],
    blue: ['#00d7ff', 96],
    violet: ['#ff87ff', 95],
    green: ['#00ff00', 92],
    red: ['#ff5f5f', 91],
    cursor: null,
    flash: null,
    steps: [
      ['#ffffff', 97],
      ['#00ffff', 96],
      ['#00ff00', 92],
      ['#ffff00', 93],
    ],
  },
};

/** High contrast for terminals with a light background. */
const CONTRAST_ON_LIGHT: Skin = {
  frame: ['#000000', 30],
  brand: ['#00279c', 34],
  grey: ['#4a4a4a', 90],
  amber: ['#6b3a00', 33],
  blue: ['#00279c', 34],
  violet: ['#5a0094', 35],
  green: ['#004d00', 32],
  red: ['#9c0000', 31],
  cursor: null,
  flash: null,
  steps: [
    ['#000000', 30],
    ['#00279c', 34],
    ['#004d00', 32],
    ['#9c0000', 31],
  ],
};

/** The background of a terminal. */
export type Ground = 'dark' | 'light';

/** The colours of a skin on this background. */
export function skinOn(name: SkinName, ground: Ground): Skin {
  return name === 'contrast' && ground === 'light' ? CONTRAST_ON_LIGHT : SKIN[name];
}

/** The background that the terminal declares in its environment; null if it does not. */
export function groundFrom(env: NodeJS.ProcessEnv = process.env): Ground | null {
  const colour = Number(env.COLORFGBG?.split(';').at(-1) || Number.NaN);
  if (Number.isNaN(colour)) return null;
  return colour === 7 || colour === 15 ? 'light' : 'dark';
}

/** The background in a terminal's answer to OSC 11, such as `]11;rgb:ffff/ffff/ffff`; null if it is another one. */
export function groundIn(answer: string): Ground | null {
  const found = /^\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(answer);
  if (found === null) return null;
  const [red = 0, green = 0, blue = 0] = found
    .slice(1)
    .map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
}

/** The skin that a configuration names, else the one for the background. */
export function skinFrom(named: unknown, ground: Ground): SkinName {
  return SKINS.find((name) => name === named) ?? ground;
}
