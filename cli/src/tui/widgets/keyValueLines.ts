import { displayWidth, pad } from '../../lib/width.ts';
import { wrap } from '../../lib/wrap.ts';

/** A label and its value; names of a list are not broken. */
export type Fact = readonly [label: string, value: string, isList?: boolean];

/** The width of the labels beside their values; `least` of them if they have room. */
export function labelWidth(facts: readonly Fact[], columns: number, least = 0): number {
  return Math.min(Math.floor(columns * 0.55), Math.max(least, ...facts.map(([label]) => displayWidth(label))));
}

/** Labels and values in two columns; long values wrap. */
export function keyValueLines(facts: readonly Fact[], columns: number, least = 0): string[] {
  const width = labelWidth(facts, columns, least);
  return facts.flatMap(([label, value, isList = false]) =>
    (isList ? wrapNames : wrap)(value, Math.max(10, columns - width - 2)).map(
      (line, index) => `${pad(index === 0 ? label : '', width, false)}  ${line}`,
    ),
  );
}

/** Wraps a list of names after its separators; only a name that has no room in a line of its own is broken. */
export function wrapNames(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const name of text.split(/(?<=、|, )/)) {
    const longer = `${lines.at(-1) ?? ''}${name}`;
    if (lines.length > 0 && displayWidth(longer.trimEnd()) <= columns) lines[lines.length - 1] = longer;
    else lines.push(...(displayWidth(name.trimEnd()) <= columns ? [name] : wrap(name, columns)));
  }
  return lines.map((line) => line.trimEnd());
}
