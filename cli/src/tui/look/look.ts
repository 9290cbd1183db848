import type { TextProps } from 'ink';
import { type Colour, type ColourName, type Ground, type SkinName, skinOn } from './skins.ts';

/** How many colours the terminal shows. */
export type Depth = 'none' | 'basic' | '256' | 'true';

type Style = Pick<TextProps, 'color' | 'backgroundColor' | 'inverse' | 'bold' | 'dimColor'>;

/** The colours of all screens. Without colour, marks and weight say the same. */
export type Look = {
  readonly skin: SkinName;
  /** A colour as properties of Ink's `Text`. */
  text(name: ColourName): Style;
  /** A coloured text for lines with a final layout. */
  paint(name: ColourName, text: string): string;
  /** The mark before a state; without colour its shape tells the hue, and what waits for the station has its own always. */
  mark(hue: ColourName): string;
  /** What matters less: a grey that has the contrast of a text; terminals without colours show it faint. */
  readonly muted: Style;
  mute(text: string): string;
  /** A text in a step between little and much. */
  step(step: number, text: string): string;
  readonly cursor: Style;
  readonly flash: Style;
};

/** The mark of a state in colour. */
export const MARK = '●';
const SHAPES: Readonly<Record<ColourName, string>> = {
  frame: '○',
  grey: '○',
  amber: '◐',
  blue: '◄',
  violet: '◆',
  brand: '◆',
  green: MARK,
  red: '×',
};

const STYLES = { bold: [1, 22], dim: [2, 22], inverse: [7, 27] } as const;

/** A text in bold, dim or inverse video; these need no colour. */
export function styled(style: keyof typeof STYLES, text: string): string {
  const [on, off] = STYLES[style];
  return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
}

/** The source of an expression for one style sequence; these have no width. */
export const STYLE_SEQUENCE = '\\u001b\\[[\\d;:]*m';
const STYLE_SEQUENCES = new RegExp(STYLE_SEQUENCE, 'g');

/** A text without its style sequences. */
export function unstyled(text: string): string {
  return text.includes('\u001b') ? text.replace(STYLE_SEQUENCES, '') : text;
}

/** `ground`: the terminal's own background. */
export function lookOf(skin: SkinName, depth: Depth, ground: Ground = 'dark'): Look {
  const colours = skinOn(skin, ground);
  const shown = depth !== 'none';
  const put = (colour: Colour | undefined, text: string) =>
    shown && colour !== undefined && text !== '' ? `\u001b[${codes(colour, depth)}m${text}\u001b[39m` : text;
  const behind = (hex: string | null): Style =>
    hex === null || depth === 'none' || depth === 'basic' ? { inverse: true } : { backgroundColor: hex };
  return {
    skin,
    text: (name) => (shown ? { color: colours[name][0] } : {}),
    paint: (name, text) => put(colours[name], text),
    mark: (hue) => put(colours[hue], shown && hue !== 'blue' ? MARK : SHAPES[hue]),
    muted: shown ? { color: colours.grey[0] } : { dimColor: true },
    mute: (text) => (shown ? put(colours.grey, text) : styled('dim', text)),
    step: (step, text) => put(colours.steps[Math.max(0, Math.min(step, colours.steps.length - 1))], text),
    cursor: { ...behind(colours.cursor), bold: true },
    flash: behind(colours.flash),
  };
}

/** The colours of this terminal, by the environment that terminals set. */
export function depthOf(color: boolean, env: NodeJS.ProcessEnv = process.env): Depth {
  if (!color) return 'none';
  if (/^(?:truecolor|24bit)$/i.test(env.COLORTERM ?? '')) return 'true';
  return /256|direct|kitty|ghostty/.test(env.TERM ?? '') ? '256' : 'basic';
}

/** Above it a grey is white. */
const GREY_MOST = 248;

function codes([hex, basic]: Colour, depth: Depth): string {
  if (depth === 'basic') return String(basic);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return depth === 'true' ? `38;2;${red};${green};${blue}` : `38;5;${nearest(red, green, blue)}`;
}

/** The nearest of 256 colours: a grey of their ramp, as Ink chooses it, or one of the cube. */
function nearest(red: number, green: number, blue: number): number {
  const isGrey = red >> 4 === green >> 4 && green >> 4 === blue >> 4;
  if (isGrey && red >= 8 && red <= GREY_MOST) return 232 + Math.round(((red - 8) / 247) * 24);
  const level = (value: number) => (value < 48 ? 0 : value < 115 ? 1 : Math.min(5, Math.round((value - 35) / 40)));
  return 16 + 36 * level(red) + 6 * level(green) + level(blue);
}
