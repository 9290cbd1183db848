import { displayWidth, pad } from '../../lib/width.ts';
import { wrap } from '../../lib/wrap.ts';
import { keysText } from '../format.ts';
import type { ActiveKey } from '../keys/keyboard.ts';
import { PLACES } from '../keys/keys.ts';
import { type Offer, offered } from '../keys/offered.ts';
import { styled } from '../look/look.ts';
import type { Texts } from '../texts.ts';
import { useUi } from '../ui.ts';
import { TextScreen } from './TextScreen.tsx';

/** Blanks between keys and their names. */
const GAP = 2;
const BETWEEN = 2;
const COLUMNS_MOST = 4;
/** As many reasons are left out for the sake of more columns. */
const REASONS_MOST = 3;
/** From here on two columns are calmer than one, and from these lines on. */
const TWO_FROM = { columns: 100, lines: 16 };

/** A heading, a key, or a blank line between groups. */
type HelpLine = {
  readonly keys: string;
  readonly name: string;
  readonly dim: boolean;
  readonly reason: string;
};

type Props = { offers: readonly ActiveKey[]; height: number; onSearch(): void; onClose(): void };

/** The keys that this user can use here, from the table of keys, side by side where the terminal has room. */
export function Help({ offers, height, onSearch, onClose }: Props) {
  const { texts, columns } = useUi();
  const { continued } = texts.tui.help;
  const lines = fitted(linesOf(offered(offers, texts), texts), columns, height, continued);
  const handlers = { searchKeys: onSearch, close: onClose };
  return <TextScreen title={texts.tui.help.title} lines={lines} height={height} handlers={handlers} modal />;
}

/**
 * As few columns as show all at once, two on a wide terminal, or else as many as fit. Without room, a dim key says why
 * when it is pressed.
 */
function fitted(
  lines: readonly HelpLine[],
  room: number,
  rows: number,
  continued: (group: string) => string,
): readonly string[] {
  const short = lines.map((line) => ({ ...line, reason: '' }));
  // Where many keys are closed, as by an access token, their reasons are worth the scrolling.
  const explains = lines.filter(({ reason }) => reason !== '').length > REASONS_MOST;
  const isWide = room >= TWO_FROM.columns && lines.length >= TWO_FROM.lines;
  let found = (isWide ? inColumns(lines, 2, room, continued) : null) ?? inOneColumn(lines, room);
  for (let count = 2; count <= COLUMNS_MOST && found.length > rows; count++) {
    found =
      inColumns(lines, count, room, continued) ?? (explains ? null : inColumns(short, count, room, continued)) ?? found;
  }
  return found;
}

/** All lines below one another; a long one goes on below its name. */
function inOneColumn(lines: readonly HelpLine[], room: number): string[] {
  const from = startOfNames(lines);
  return lines.flatMap((line) => {
    const [{ text, style } = BLANK] = shown([line], from);
    if (displayWidth(text) <= room) return [style(text)];
    const keys = pad(`  ${line.keys}`, from, false);
    return wrap(`${line.name} ${line.reason}`, room - from).map((part, at) =>
      style(`${at === 0 ? keys : ' '.repeat(from)}${part}`),
    );
  });
}

function linesOf(offers: readonly Offer[], texts: Texts): HelpLine[] {
  const { tui } = texts;
  return PLACES.flatMap((place) => {
    const here = offers.filter(({ row, keys }) => row.place === place && keys.length > 0);
    if (here.length === 0) return [];
    return [
      { keys: '', name: tui.places[place], dim: false, reason: '' },
      ...here.map(({ keys, label, reason }) => ({
        keys: keysText(keys, texts),
        name: label,
        dim: reason !== null,
        reason: reason === null ? '' : texts.common.marks.brackets(reason.brief ?? reason.text),
      })),
      { keys: '', name: '', dim: false, reason: '' },
    ];
  });
}

/** The lines in `count` columns, each as wide as its own lines; null if they do not fit. */
function inColumns(
  lines: readonly HelpLine[],
  count: number,
  room: number,
  continued: (group: string) => string,
): string[] | null {
  const columns = split(lines, count, continued).map((column) => shown(column, startOfNames(column)));
  const widths = columns.map((column) => Math.max(...column.map(({ text }) => displayWidth(text))));
  if (widths.reduce((sum, width) => sum + width, BETWEEN * (columns.length - 1)) > room) return null;
  return Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, row) =>
    columns
      .map((column, index) => {
        const { text, style } = column[row] ?? BLANK;
        return style(pad(text, widths[index] ?? 0, false));
      })
      .join(' '.repeat(BETWEEN)),
  );
}

/** Columns of about the same height; none begins with a blank or ends with a heading, and one that goes on names its group. */
function split(lines: readonly HelpLine[], count: number, continued: (group: string) => string): HelpLine[][] {
  const columns: HelpLine[][] = [];
  let rest = [...lines];
  for (let left = count; left > 0 && rest.length > 0; left--) {
    let end = left === 1 ? rest.length : Math.ceil(rest.length / left);
    while (end > 1 && end < rest.length && isHeading(rest[end - 1])) end -= 1;
    const column = rest.slice(0, end);
    columns.push(column);
    rest = rest.slice(end);
    const goesOn = !isBlank(column.at(-1)) && !isBlank(rest[0]) && !isHeading(rest[0]);
    while (isBlank(rest[0])) rest.shift();
    const heading = column.findLast(isHeading);
    if (goesOn && heading && rest.length > 0) rest.unshift({ ...heading, name: continued(heading.name) });
  }
  return columns;
}

type Shown = { readonly text: string; style(text: string): string };
const plain = (text: string) => text;
const BLANK: Shown = { text: '', style: plain };

/** The column at which the names begin, after the longest keys. */
function startOfNames(lines: readonly HelpLine[]): number {
  return GAP + Math.max(0, ...lines.map((line) => displayWidth(line.keys))) + GAP;
}

/** The lines of one column, their names beginning at `from`. */
function shown(lines: readonly HelpLine[], from: number): Shown[] {
  return lines.map((line) => {
    if (isHeading(line)) return { text: line.name, style: (text) => styled('bold', text) };
    const text = line.keys === '' ? '' : `${pad(`  ${line.keys}`, from, false)}${line.name} ${line.reason}`.trimEnd();
    return { text, style: line.dim ? (padded) => styled('dim', padded) : plain };
  });
}

function isHeading(line: HelpLine | undefined): boolean {
  return line !== undefined && line.keys === '' && line.name !== '';
}

function isBlank(line: HelpLine | undefined): boolean {
  return line !== undefined && line.keys === '' && line.name === '';
}
