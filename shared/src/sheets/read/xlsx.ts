import { unguard } from '../formulaGuard.ts';
import type { FileFault } from './faults.ts';
import { containerOf } from './fileSignature.ts';
import type { Cell, Table } from './rows.ts';
import { tableOf } from './rows.ts';
import { checkZip } from './zipCheck.ts';

/** The error values that a failed formula leaves in its cell. */
const FORMULA_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/;

/** Reads the first sheet of a workbook; refuses one that unpacks to more than `maxMegabytes`. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>, maxMegabytes: number): Promise<Table | FileFault> {
  const container = containerOf(bytes);
  if (container !== 'zip') return { code: container === 'other' ? 'notXlsx' : container };
  const fault = await checkZip(bytes, maxMegabytes);
  if (fault) return fault;
  const { streamXlsxRows } = await import('hucre/xlsx');
  async function* rows() {
    for await (const { index, values } of streamXlsxRows(bytes)) yield { number: index + 1, cells: values.map(cellOf) };
  }
  try {
    return await tableOf(rows());
  } catch {
    return { code: 'damaged' };
  }
}

/** A failed formula becomes NaN, so that no column accepts it as text. */
function cellOf(value: Cell): Cell {
  if (typeof value !== 'string') return value;
  return FORMULA_ERROR.test(value) ? Number.NaN : unguard(value);
}
