import type { Hue } from '@shp/shared/domain/assessment/hues';

const SKINS = ['dark', 'light', 'contrast'] as const;
export type SkinName = (typeof SKINS)[number];

/** A colour as `#rrggbb`, and its SGR number for terminals of 16 colours. */
export type Colour = readonly [hex: string, basic: number];
export type ColourName = Hue | 'frame' | 'brand';
export type Skin = Readonly<Record<ColourName, Colour>> & {
  /** Backgrounds of the row under the cursor and of a row that has changed; null: inverse video. */
  readonly cursor: string | null;
  readonly flash: string | null;
  /** From little to much, for tiles and bars. */
  readonly steps: readonly Colour[];
};

/** The console's palette (`web/src/theme/tokens.ts`), for a terminal's own background. */
export const SKIN: Readonly<Record<SkinName, Skin>> = {
  dark: {
    frame: ['#6f7f97', 90],
    brand: ['#56aede', 36],
    grey: ['#a3b1c6', 37],
    amber: ['#efc266', 33],
    violet: ['#b6a5f6', 35],
    green: ['#7fd6a3', 32],
    red: ['#f59aa1', 31],
    cursor: '#1d3b52',
    flash: '#4a3a14',
    steps: [
      ['#5f7389', 90],
      ['#4f8fb5', 34],
      ['#56aede', 36],
      ['#9fd6f5', 96],
    ],
  },
  light: {
    frame: ['#8491a5', 90],
    brand: ['#0b5c8c', 34],
    grey: ['#51607a', 90],
    amber: ['#8a5300', 33],
    violet: ['#5338b0', 35],
    green: ['#14663a', 32],
    red: ['#ad1f2a', 31],
    cursor: '#d3e6f2',
    flash: '#fbe3ad',
    steps: [
      ['#7f8fa3', 90],
      ['#4f93bb', 36],
      ['#0b5c8c', 34],
      ['#06304a', 30],
    ],
  },
  contrast: {
    frame: ['#ffffff', 97],
    brand: ['#ffff00', 93],
    grey: ['#ffffff', 97],
    amber: ['#ffaf00', 93],
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

/** The skin that a configuration names, else one for the background that the terminal declares. */
export function skinFrom(named: unknown, env: NodeJS.ProcessEnv = process.env): SkinName {
  const known = SKINS.find((name) => name === named);
  if (known) return known;
  const ground = Number(env.COLORFGBG?.split(';').at(-1) || Number.NaN);
  return ground === 7 || ground === 15 ? 'light' : 'dark';
}
