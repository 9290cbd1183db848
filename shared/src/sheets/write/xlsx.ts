import { type ColumnType, plainText } from '../column.ts';
import { columnLetters } from '../columnLetters.ts';
import { clockSerial, daySerial } from '../days.ts';
import { escapeGuarded } from '../formulaGuard.ts';
import { type Batches, type Bytes, type Layout, type OutCell, type RowText, rowBytes } from './layout.ts';
import { escapeText, fixedParts, STYLES, sheetEnd, sheetStart, workbook } from './xlsxParts.ts';
import { type Deflate, type ZipEntry, zip } from './zip.ts';

/** The maximum number of rows in a worksheet, heading included. */
const MAX_ROWS = 1_048_576;

/** Writes a workbook in constant memory, one sheet after another. */
export function writeXlsx(
  sheets: readonly { readonly layout: Layout; readonly batches: Batches }[],
  deflate?: Deflate,
): AsyncGenerator<Bytes> {
  const rows = sheets.map(() => 1);
  function* parts(): Generator<ZipEntry> {
    for (const [path, text] of Object.entries(fixedParts(sheets.length))) yield part(path, text);
    for (const [index, { layout, batches }] of sheets.entries()) {
      const end = (count: number) => {
        rows[index] = count + 1;
        return sheetEnd(layout, count + 1);
      };
      yield {
        path: `xl/worksheets/sheet${index + 1}.xml`,
        content: rowBytes(batches, { ...sheet(layout, index === 0), end }),
      };
    }
    yield part('xl/workbook.xml', workbook(sheets.map(({ layout }, index) => ({ ...layout, rows: rows[index] ?? 1 }))));
  }
  return zip(parts(), deflate);
}

const part = (path: string, text: string): ZipEntry => ({ path, content: [new TextEncoder().encode(text)] });

function sheet(layout: Layout, isFirst: boolean): RowText {
  const { columns } = layout;
  const types = columns.map(({ type }) => type);
  const letters = columns.map((_, index) => columnLetters(index + 1));
  const headings = columns.map(({ heading }, index) => textCell(`${letters[index]}1`, heading, STYLES.heading));
  return {
    start: `${sheetStart(layout, isFirst)}<row r="1">${headings.join('')}</row>`,
    row: (cells, number) => {
      const row = number + 1;
      if (row > MAX_ROWS) throw new RangeError(`A workbook holds at most ${MAX_ROWS} rows`);
      let text = `<row r="${row}">`;
      for (let index = 0; index < types.length; index++) {
        const cell = cells[index] ?? null;
        if (cell !== null) text += cellXml(`${letters[index]}${row}`, cell, types[index] ?? 'text');
      }
      return `${text}</row>`;
    },
  };
}

function cellXml(reference: string, cell: OutCell, type: ColumnType): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return numberCell(reference, cell, STYLES[type]);
  const text = plainText(cell);
  const serial = type === 'date' ? daySerial(text) : type === 'time' ? clockSerial(text) : null;
  return serial === null
    ? textCell(reference, escapeGuarded(text), STYLES[type])
    : numberCell(reference, serial, STYLES[type]);
}

const numberCell = (reference: string, value: number, style: number) =>
  `<c r="${reference}"${styled(style)}><v>${value}</v></c>`;

/** Fast path: nearly all texts need no XML escapes and no `xml:space`. */
const PLAIN = /^[^\s&<>"_\p{Cc}\ufffe\uffff]+$/u;

function textCell(reference: string, text: string, style: number): string {
  const cell = `<c r="${reference}"${styled(style)} t="inlineStr"><is>`;
  if (PLAIN.test(text)) return `${cell}<t>${text}</t></is></c>`;
  const space = /^\s|\s$|[\n\t]/.test(text) ? ' xml:space="preserve"' : '';
  return `${cell}<t${space}>${escapeText(text)}</t></is></c>`;
}

const styled = (style: number) => (style === 0 ? '' : ` s="${style}"`);
