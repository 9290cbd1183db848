import { dayOf } from '@shp/shared/domain/lib/days';
import type { Lang } from '@shp/shared/domain/lib/lang';
import type { OfficeFormat } from '@shp/shared/domain/lib/sheetFormats';
import { assessmentExportColumns, chaptersIn } from '@shp/shared/sheets/assessments';
import { type Column, column, type Value } from '@shp/shared/sheets/column';
import { encodeSheet } from '@shp/shared/sheets/encode';
import { hasNames, namesText } from '@shp/shared/sheets/sheetTexts';
import { texts } from '@shp/shared/text/common';
import { joinChunks } from '../../files/sheetFile.ts';
import type { OpenExport } from './AssessmentExport.tsx';
import type { Selected } from './selection.ts';

/** An exported row for machines: raw values by column. */
type Line = Record<string, Value>;

function columnsOf(lines: readonly Line[]): readonly Column<Line>[] {
  const chapters = chaptersIn(Object.keys(lines[0] ?? {}));
  return assessmentExportColumns(chapters).map(({ key, heading, type, width }) =>
    column<Line>({
      key,
      heading,
      type,
      width,
      value: (line) => line[key],
      ...(hasNames(key) ? { words: (line: Line, lang: Lang) => namesText(key, line[key] ?? null, lang) } : {}),
    }),
  );
}

type Wanted = { rows: readonly Selected[]; format: OfficeFormat; lang: Lang; name: (day: string) => string };

/**
 * The selected assessments as a sheet like the server's export. The server exports by filter, so the rows come from an
 * export of their statuses; if a row has since changed status, from an export of everything.
 */
export async function exportSelected(
  open: OpenExport,
  { rows, format, lang, name }: Wanted,
): Promise<{ file: Response; gone: number }> {
  const wanted = new Set(rows.map(({ number }) => number));
  let lines = await linesOf(open, { status: [...new Set(rows.map(({ status }) => status))] }, wanted);
  if (lines.length < wanted.size) lines = await linesOf(open, {}, wanted);
  const sheet = { format, headings: lang, columns: columnsOf(lines), name: texts[lang].menu.assessments };
  const bytes = await joinChunks(encodeSheet(sheet, [lines]), '');
  const fileName = encodeURIComponent(`${name(dayOf(new Date()))}.${format}`);
  const file = new Response(bytes, { headers: { 'content-disposition': `attachment; filename*=UTF-8''${fileName}` } });
  return { file, gone: wanted.size - lines.length };
}

async function linesOf(open: OpenExport, filter: object, wanted: ReadonlySet<string>): Promise<Line[]> {
  const text = await (await open({ ...filter, sortby: 'number', desc: true, format: 'ndjson' })).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
    .filter(({ number }) => wanted.has(String(number)));
}
