import type { Hue } from '@shp/shared/domain/assessment/hues';
import type { Theme } from '../core/preferences.ts';

/** Font sizes in pixels: four for text, one for large figures. */
export const FONT_SIZES = { small: 12, text: 14, title: 16, heading: 22, figure: 30 } as const;

export const FONT =
  'Inter, system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';

/**
 * Corner radius in pixels of a card, and of buttons and fields. The rest are multiples of the latter in `sx`: 0.5 of
 * small marks (bars, keys, swatches), 4 of chips, whose ends are round.
 */
export const RADIUS = { card: 10, control: 6 } as const;

type Colours = {
  ground: string;
  card: string;
  line: string;
  /** Borders of fields and the part without data, which must stand out from the card (WCAG 1.4.11). */
  border: string;
  text: string;
  soft: string;
  brand: string;
  brandInk: string;
  brandSoft: string;
  onBrand: string;
  shadow: string;
  /**
   * Charts: one hue in four steps, from much to little; the first three stand out from the card (WCAG 1.4.11), the last
   * is a ground for a figure.
   */
  data1: string;
  data2: string;
  data3: string;
  data4: string;
} & Record<Hue | `${Hue}Soft`, string>;

/** All colours of the console. */
export const COLOURS: Record<Theme, Colours> = {
  light: {
    ground: '#f5f7fa',
    card: '#ffffff',
    line: '#e3e8ef',
    border: '#8491a5',
    text: '#131c2b',
    soft: '#51607a',
    brand: '#0b5c8c',
    brandInk: '#084a72',
    brandSoft: '#e8f3fa',
    onBrand: '#ffffff',
    grey: '#51607a',
    greySoft: '#eef1f6',
    amber: '#8a5300',
    amberSoft: '#fdf1d7',
    violet: '#5338b0',
    violetSoft: '#eeeafc',
    green: '#14663a',
    greenSoft: '#e0f5e8',
    red: '#ad1f2a',
    redSoft: '#fde7e8',
    shadow: '0 1px 2px rgb(16 32 56 / 5%)',
    data1: '#063553',
    data2: '#0b5c8c',
    data3: '#2a7cab',
    data4: '#cfe2f0',
  },
  dark: {
    ground: '#0d131c',
    card: '#141c27',
    line: '#253143',
    border: '#6f7f97',
    text: '#e8edf5',
    soft: '#a3b1c6',
    brand: '#56aede',
    brandInk: '#8fcbec',
    brandSoft: '#12293b',
    onBrand: '#06202f',
    grey: '#a3b1c6',
    greySoft: '#1f2937',
    amber: '#efc266',
    amberSoft: '#33270f',
    violet: '#b6a5f6',
    violetSoft: '#241d42',
    green: '#7fd6a3',
    greenSoft: '#11301f',
    red: '#f59aa1',
    redSoft: '#3b1519',
    shadow: 'none',
    data1: '#b4dff5',
    data2: '#6dbce6',
    data3: '#3f92c0',
    data4: '#1d3d56',
  },
};

/** The widths of a phone. */
export const PHONE = '@media (max-width: 599.95px)';
/** A window high enough for bars that stay in sight. */
export const TALL_WINDOW = '@media (min-height: 520px)';
/** A window with room for the chapters beneath these bars. */
export const ROOMY_WINDOW = '@media (min-height: 700px) and (min-width: 900px)';
/** A device without a pointer to drop with and mostly without a keyboard. */
export const TOUCH_ONLY = '@media (hover: none) and (pointer: coarse)';
