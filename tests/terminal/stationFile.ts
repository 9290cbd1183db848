import { writeFileSync } from 'node:fs';
import type { SheetFormat } from '@shp/shared/domain/lib/sheetFormats';
import { encodeCells } from '@shp/shared/sheets/encode';
import { IMPORT_COLUMNS } from '@shp/shared/sheets/importColumns';

export type StationRow = Record<string, string | number | null>;

/** A generated, valid station of Guilin. */
export function station(number: number): StationRow {
  return {
    account: `import-${String(number).padStart(5, '0')}`,
    division: '桂林市/秀峰区',
    name: `导入示例${number}号电站`,
    address: `示例路${number}号`,
    legalPerson: '张三',
    contact: '李四',
    phone: '0773-1234567',
    capacity: 100 + (number % 900),
  };
}

/** Mistakes, each with the expected reason and its column. */
const MISTAKES: [change: StationRow, about: RegExp][] = [
  [{ phone: '12' }, /^Phone [A-Z]+\d+ "12": /],
  [{ name: null }, /^Name: Required/],
  [{ division: '南宁市/兴宁区' }, /^Division [A-Z]+\d+ "南宁市\/兴宁区": Outside your division/],
  [{ division: '桂林市/没有区' }, /^Division [A-Z]+\d+ "桂林市\/没有区": No such division/],
  [{ capacity: 'many' }, /^Installed capacity \(kW\) [A-Z]+\d+ "many": /],
  [{ account: 'a b' }, /^Account A\d+ "a b": /],
  [{ account: 'import-00000' }, /^Account A\d+ "import-00000": Already in row 2/],
  [{ development: 'canal' }, /^Development type [A-Z]+\d+ "canal": /],
  [{ creditCode: '91450325AA00000014' }, /^Unified social credit code [A-Z]+\d+ "91450325AA00000014": /],
  [{ commissionedOn: '2026-02-30' }, /^Commissioned on [A-Z]+\d+ "2026-02-30": /],
];

/** Rows with a mistake in every fiftieth; `wrong` maps their sheet rows to the expected reasons. */
export function stationRows(count: number): { rows: StationRow[]; wrong: Map<number, RegExp> } {
  const wrong = new Map<number, RegExp>();
  const rows = Array.from({ length: count }, (_, number) => {
    const row = station(number);
    const mistake = number % 50 === 49 ? MISTAKES[Math.floor(number / 50) % MISTAKES.length] : undefined;
    if (!mistake) return row;
    wrong.set(number + 2, mistake[1]);
    return { ...row, ...mistake[0] };
  });
  return { rows, wrong };
}

/** Writes rows as an import file with the template's headings. */
export async function writeStations(path: string, rows: readonly StationRow[]): Promise<void> {
  const format = path.slice(path.lastIndexOf('.') + 1) as SheetFormat;
  if (format === 'ndjson') return writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const columns = IMPORT_COLUMNS.stations;
  const layout = {
    name: 'stations',
    columns: columns.map(({ heading, type, width }) => ({ heading: `${heading.zh} / ${heading.en}`, type, width })),
  };
  async function* batches() {
    yield rows.map((row) => columns.map(({ key }) => row[key] ?? null));
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeCells(format, layout, batches())) chunks.push(chunk);
  writeFileSync(path, Buffer.concat(chunks));
}
