import type { Input } from '@shp/shared/api/index';
import { dayOf } from '@shp/shared/domain/lib/days';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { SIZE_MAX } from '@shp/shared/domain/lib/lists';
import type { OfficeFormat } from '@shp/shared/domain/lib/sheetFormats';
import { encodeSheet } from '@shp/shared/sheets/encode';
import { texts } from '@shp/shared/text/common';
import { client } from '../../core/client.ts';
import { joinChunks } from '../../files/sheetFile.ts';
import { SUPERVISED_COLUMNS, type SupervisedStation } from './columns.ts';

/** The stations of the list, all pages, as a sheet made here: the server's exports of accounts are for managing units. */
export async function exportStations(
  filter: Input<'GET supervise/stations'>,
  format: OfficeFormat,
  lang: Lang,
): Promise<Response> {
  const rows: SupervisedStation[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await client.call('GET supervise/stations', { ...filter, page, size: SIZE_MAX });
    rows.push(...items);
    if (page * SIZE_MAX >= total) break;
  }
  const name = texts[lang].menu.supervisorStations;
  const bytes = await joinChunks(
    encodeSheet({ format, headings: lang, columns: SUPERVISED_COLUMNS, name }, [rows]),
    '',
  );
  const file = encodeURIComponent(`${name}-${dayOf(new Date())}.${format}`);
  return new Response(bytes, { headers: { 'content-disposition': `attachment; filename*=UTF-8''${file}` } });
}
