import { createHash } from 'node:crypto';
import type { Input } from '@shp/shared/api/index';
import { EXPERT_STATISTICS_ROLES } from '@shp/shared/api/statistics';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { dayOf } from '@shp/shared/domain/lib/days';
import { type Headings, headingsOf, SHEET_TYPES } from '@shp/shared/domain/lib/sheetFormats';
import type { STATISTICS_LISTS, StatisticsList } from '@shp/shared/domain/statistics/exports';
import { cellsOf, encodeCells, encodeWorkbook, type SheetCells } from '@shp/shared/sheets/encode';
import {
  STATISTICS_COLUMNS,
  STATISTICS_TEXT,
  type StatisticsRows,
  statisticsRows,
} from '@shp/shared/sheets/statistics';
import type { Download } from '../http/download.ts';
import { HttpError } from '../httpError.ts';
import { type Asking, experts, findings, progress, ratings, scores } from './figures.ts';

type Asked = Omit<Input<'GET statistics/export'>, 'format'> & { format: 'xlsx' | 'csv' | 'ndjson' };
type Lists = { [L in StatisticsList]?: readonly StatisticsRows[L][] };

/**
 * The sheet of a list, or a workbook with a sheet for each list of the call, or for all lists that the caller may read.
 * @throws HttpError `forbidden`
 */
export async function exportStatistics(
  asked: Asked,
  { read, caller, now, lang }: Asking,
): Promise<Download & { rows: number }> {
  const { what, list, format } = asked;
  const headings = asked.headings ?? headingsOf(format, lang);
  // Keys are for programs: the wording of chapters and items is then that of the standard itself.
  const lists = await readLists(asked, { read, caller, now, lang: headings === 'keys' ? 'zh' : headings });
  const wanted = (Object.keys(lists) as StatisticsList[]).filter((one) => list === undefined || one === list);
  const chosen = format === 'xlsx' ? wanted : wanted.slice(0, 1);
  const sheets = chosen.map((one) => sheetOf(one, lists[one] ?? [], headings));
  const chunks: Uint8Array[] = [];
  const [first] = sheets;
  if (!first) throw new Error(`no list of ${what}`);
  const encoded = format === 'xlsx' ? encodeWorkbook(sheets) : encodeCells(format, first.layout, first.batches);
  for await (const chunk of encoded) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const name = chosen.length === 1 ? chosen[0] : what;
  return {
    bytes,
    rows: chosen.reduce((total, one) => total + (lists[one]?.length ?? 0), 0),
    name: `statistics-${name}-${dayOf(now).replaceAll('-', '')}.${format}`,
    type: format === 'xlsx' ? SHEET_TYPES.xlsx : `${SHEET_TYPES[format]}; charset=utf-8`,
    size: bytes.length,
    digest: createHash('sha256').update(bytes).digest('base64'),
  };
}

async function readLists({ what, division, level, from, to, version }: Asked, asking: Asking): Promise<Lists> {
  const maySeeExperts = (EXPERT_STATISTICS_ROLES as readonly Role[]).includes(asking.caller.role);
  if (what === 'experts' && !maySeeExperts) throw new HttpError('forbidden');
  const isWanted = (one: keyof typeof STATISTICS_LISTS) => what === 'report' || what === one;
  return statisticsRows({
    ...(isWanted('progress') && { progress: await progress({ division, level, from, to }, asking) }),
    ...(isWanted('ratings') && { ratings: await ratings({ division }, asking) }),
    ...(isWanted('scores') && { scores: await scores({ division, level, from, to, version }, asking) }),
    ...(isWanted('findings') && { findings: await findings({ division, from, to }, asking) }),
    ...(isWanted('experts') && maySeeExperts && { experts: await experts({ from, to }, asking) }),
  });
}

function sheetOf(list: StatisticsList, rows: readonly unknown[], headings: Headings): SheetCells {
  // Rows and columns of the same list: TypeScript does not follow a type from a key to both.
  const columns = STATISTICS_COLUMNS[list] as (typeof STATISTICS_COLUMNS)['stages'];
  const name = headings === 'keys' ? list : STATISTICS_TEXT[headings].lists[list];
  return cellsOf({ headings, columns, name }, [rows as StatisticsRows['stages'][]]);
}
