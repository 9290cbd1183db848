import { clockText } from '@shp/shared/sheets/days';
import { displayWidth, pad } from '../../lib/width.ts';
import { type Look, unstyled } from '../look/look.ts';
import type { ColourName } from '../look/skins.ts';

/** A state, and the colour of its mark. */
export type Marked = { readonly name: string; readonly hue: ColourName };

/** A step that was taken: when, from which state to which, by whom, and what was written, wrapped. */
export type TakenStep = {
  readonly at: string;
  readonly from: Marked | null;
  readonly to: Marked;
  readonly who: string;
  readonly more: readonly string[];
};

/** Columns before what was written. */
export const STEP_INDENT = 4;
const GAP = '  ';

/** A state with its mark, as in lists. */
export function markedText({ name, hue }: Marked, look: Look): string {
  return `${look.mark(hue)} ${name}`;
}

/** Steps, one a line, with those who took them under each other; where these have no room, each stands in a line below. */
export function stepLines(steps: readonly TakenStep[], columns: number, look: Look): string[] {
  const taken = steps.map(({ from, to }) =>
    [...(from === null ? [] : [from]), to].map((one) => markedText(one, look)).join(' → '),
  );
  const widths = taken.map((text) => displayWidth(unstyled(text)));
  const widest = Math.max(0, ...widths);
  const indent = ' '.repeat(STEP_INDENT);
  const before = (at: string) => `${look.mute(clockText(at) ?? '')}${GAP}`;
  const [first] = steps;
  const left = columns - displayWidth(unstyled(first ? before(first.at) : '')) - widest - GAP.length;
  const beside = steps.every(({ who }) => displayWidth(who) <= left);
  return steps.flatMap(({ at, who, more }, index) => {
    const step = `${before(at)}${taken[index]}`;
    const by = look.mute(who);
    const blanks = ' '.repeat(widest - (widths[index] ?? 0));
    return [
      ...(displayWidth(unstyled(step)) > columns
        ? [
            look.mute(clockText(at) ?? ''),
            `${indent}${taken[index]}`,
            `${indent}${look.mute(pad(who, columns - STEP_INDENT, false).trimEnd())}`,
          ]
        : beside
          ? [`${step}${blanks}${GAP}${by}`]
          : [step, `${indent}${look.mute(pad(who, columns - STEP_INDENT, false).trimEnd())}`]),
      ...more.map((line) => `${indent}${line}`),
    ];
  });
}
