import { displayWidth, pad } from '../../lib/width.ts';
import { keysText } from '../format.ts';
import type { ActiveKey } from '../keys/keyboard.ts';
import { PLACES } from '../keys/keys.ts';
import { offered } from '../keys/offered.ts';
import { styled } from '../look/look.ts';
import type { Texts } from '../texts.ts';
import { useUi } from '../ui.ts';
import { TextScreen } from './TextScreen.tsx';

/** Blanks between keys and their names. */
const GAP = 2;
const BETWEEN = 2;
const COLUMNS_MOST = 4;

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
  const lines = fitted(linesOf(offered(offers, texts), texts), columns, height);
  const handlers = { searchKeys: onSearch, close: onClose };
  return <TextScreen title={texts.tui.help.title} lines={lines} height={height} handlers={handlers} modal />;
}

/** As few columns as show all at once, or else as many as fit. Without room, a dim key says why when it is pressed. */
function fitted(lines: readonly HelpLine[], room: number, rows: number): readonly string[] {
  const short = lines.map((line) => ({ ...line, reason: '' }));
  let found = inColumns(lines, 1, room) ?? [];
  for (let count = 2; count <= COLUMNS_MOST && found.length > rows; count++) {
    found = inColumns(lines, count, room) ?? inColumns(short, count, room) ?? found;
  }
  return found;
}

function linesOf(offers: readonly ActiveKey[], texts: Texts): HelpLine[] {
  const { tui } = texts;
  return PLACES.flatMap((place) => {
    const here = offers.filter(({ row }) => row.place === place && row.keys.length > 0);
    if (here.length === 0) return [];
    return [
      { keys: '', name: tui.places[place], dim: false, reason: '' },
      ...here.map(({ row, name, reason }) => ({
        keys: keysText(row.keys, texts),
        name: name ?? tui.keys[row.id],
        dim: reason !== null,
        reason: reason === null ? '' : `(${reason})`,
      })),
      { keys: '', name: '', dim: false, reason: '' },
    ];
  });
}

/** The lines in `count` columns, each as wide as its own lines; null if they do not fit. */
function inColumns(lines: readonly HelpLine[], count: number, room: number): string[] | null {
  const columns = split(lines, count).map(shown);
  const widths = columns.map((column) => Math.max(...column.map(({ text }) => displayWidth(text))));
  if (count > 1 && widths.reduce((sum, width) => sum + width, BETWEEN * (columns.length - 1)) > room) return null;
  return Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, row) =>
    columns
      .map((column, index) => {
        const { text, style } = column[row] ?? { text: '', style: plain };
        return style(pad(text, widths[index] ?? 0, false));
      })
      .join(' '.repeat(BETWEEN)),
  );
}

/** Columns of about the same height; none begins with a blank or ends with a heading. */
function split(lines: readonly HelpLine[], count: number): HelpLine[][] {
  const columns: HelpLine[][] = [];
  let rest = [...lines];
  for (let left = count; left > 0 && rest.length > 0; left--) {
    let end = left === 1 ? rest.length : Math.ceil(rest.length / left);
    while (end > 1 && end < rest.length && isHeading(rest[end - 1])) end -= 1;
    columns.push(rest.slice(0, end));
    rest = rest.slice(end);
    while (isBlank(rest[0])) rest.shift();
  }
  return columns;
}

type Shown = { readonly text: string; style(text: string): string };
const plain = (text: string) => text;

/** The lines of one column: its keys are padded to its longest ones. */
function shown(lines: readonly HelpLine[]): Shown[] {
  const keys = Math.max(0, ...lines.map((line) => displayWidth(line.keys))) + GAP;
  return lines.map((line) => {
    if (isHeading(line)) return { text: line.name, style: (text) => styled('bold', text) };
    const text = line.keys === '' ? '' : `  ${pad(line.keys, keys, false)}${line.name} ${line.reason}`.trimEnd();
    return { text, style: line.dim ? (padded) => styled('dim', padded) : plain };
  });
}

function isHeading(line: HelpLine | undefined): boolean {
  return line !== undefined && line.keys === '' && line.name !== '';
}

function isBlank(line: HelpLine | undefined): boolean {
  return line !== undefined && line.keys === '' && line.name === '';
}
