import type { FindingRow } from '../api/findings/objects.ts';
import { divisionPath } from '../domain/accounts/divisions.ts';
import type { Lang } from '../domain/lib/lang.ts';
import { wordingIn } from '../domain/standard/standard.ts';
import { findings as en } from '../text/findings/en.ts';
import { findings as zh } from '../text/findings/zh.ts';
import { rulesTexts } from '../text/rules.ts';
import { type Column, type ColumnType, column, type Value } from './column.ts';
import { yesNo } from './sheetTexts.ts';

/** The texts of findings in both languages. */
export const FINDINGS_TEXT: Record<Lang, typeof en> = { zh, en };

/** The day by which a finding is to be done; what is overdue has a mark that needs no colour. For lists on a screen. */
export const markedDue = ({ due, overdue }: FindingRow) => `${due ?? ''}${overdue ? '!' : ''}`;

type Key = keyof typeof en.columns;

function own(
  key: Key,
  type: ColumnType,
  width: number,
  value: (row: FindingRow) => Value,
  words?: (row: FindingRow, lang: Lang) => string,
): Column<FindingRow> {
  const heading = { zh: zh.columns[key], en: en.columns[key] };
  return column({ key, heading, type, width, value, ...(words ? { words } : {}) });
}

/** The columns of lists and exports of findings. */
export const FINDING_COLUMNS: readonly Column<FindingRow>[] = [
  own('no', 'code', 18, (row) => row.no),
  own('station', 'text', 30, (row) => row.station.name),
  own('division', 'text', 24, (row) => divisionPath(row.station.division)),
  own('serial', 'code', 10, (row) => row.serial),
  own('text', 'text', 60, (row) => row.text),
  own(
    'state',
    'text',
    12,
    (row) => row.state,
    (row, lang) => rulesTexts[lang].rules.findingStates[row.state],
  ),
  own('due', 'date', 14, (row) => row.due),
  own(
    'overdue',
    'text',
    8,
    (row) => row.overdue,
    (row, lang) => yesNo(row.overdue, lang),
  ),
  own('lost', 'number', 10, (row) => row.lost),
  own('advice', 'text', 60, (row) => row.advice),
  own(
    'source',
    'text',
    10,
    (row) => row.source,
    (row, lang) => rulesTexts[lang].rules.findingSources[row.source],
  ),
  own('review', 'code', 20, (row) => row.assessment?.number ?? null),
  own(
    'item',
    'text',
    60,
    (row) => row.content,
    (row, lang) => (row.content === null ? '' : wordingIn(lang, row.content, row.contentEn)),
  ),
  own('createdAt', 'time', 20, (row) => row.createdAt),
  own('closedAt', 'time', 20, (row) => row.closedAt),
];
