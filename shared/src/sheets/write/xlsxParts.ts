import type { ColumnType } from '../column.ts';
import { columnLetters } from '../columnLetters.ts';
import type { Layout } from './layout.ts';

/** The parts of a workbook. Their content never depends on the time or the machine. */
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Cell formats, by index in the style sheet below. */
export const STYLES: Readonly<Record<ColumnType | 'heading', number>> = {
  text: 0,
  number: 0,
  code: 1,
  date: 2,
  time: 3,
  heading: 4,
};

const FORMATS = [
  'numFmtId="0" fontId="0"',
  'numFmtId="49" fontId="0" applyNumberFormat="1"',
  'numFmtId="164" fontId="0" applyNumberFormat="1"',
  'numFmtId="165" fontId="0" applyNumberFormat="1"',
  'numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"',
];
const FONT = '<sz val="11"/><name val="宋体"/><family val="2"/>';

/** The parts that depend only on the number of sheets, by path. */
export function fixedParts(sheets: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  return {
    '[Content_Types].xml':
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
      numbers
        .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${CONTENT}.worksheet+xml"/>`)
        .join('') +
      `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
    '_rels/.rels':
      `${XML}<Relationships ${PACKAGE_RELATIONS}>` +
      `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels':
      `${XML}<Relationships ${PACKAGE_RELATIONS}>` +
      numbers
        .map((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
        .join('') +
      `<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLE_SHEET,
  };
}

const STYLE_SHEET =
  `${XML}<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${FORMATS.length}">${FORMATS.map((one) => `<xf ${one} fillId="0" borderId="0" xfId="0"/>`).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** The sheet before its rows: frozen heading, widths, and the formats of empty cells. The first one is shown. */
export function sheetStart({ columns }: Layout, isFirst: boolean): string {
  const cols = columns.map(
    ({ width, type }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${STYLES[type]}" customWidth="1"/>`,
  );
  return (
    `${XML}<worksheet ${MAIN}><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>' +
    `</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`
  );
}

/** The sheet after its rows: the filter over all of them. `rows` includes the heading. */
export function sheetEnd({ columns }: Layout, rows: number): string {
  return `</sheetData><autoFilter ref="A1:${columnLetters(columns.length)}${rows}"/></worksheet>`;
}

/** The workbook part, with the filter over each sheet's rows. */
export function workbook(sheets: readonly (Layout & { rows: number })[]): string {
  const filters = sheets.map(({ name, columns, rows }, index) => {
    const filtered = `'${name.replaceAll("'", "''")}'!$A$1:$${columnLetters(columns.length)}$${rows}`;
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${escapeText(filtered)}</definedName>`;
  });
  const named = sheets.map(
    ({ name }, index) => `<sheet name="${escapeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return (
    `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews>` +
    `<sheets>${named.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of them
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const ENTITIES: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML; characters that XML cannot hold, and texts that look like such an escape, become `_xHHHH_`. */
export function escapeText(text: string): string {
  return text.replace(
    SPECIAL,
    (one) => ENTITIES[one] ?? `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
