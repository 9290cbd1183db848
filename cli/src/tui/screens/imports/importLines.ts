import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import type { Existing } from '../../../bulk/import/existing.ts';
import type { FileRow } from '../../../bulk/import/read.ts';
import { sanitized } from '../../../lib/streams.ts';
import { displayWidth, pad } from '../../../lib/width.ts';
import { wrap } from '../../../lib/wrap.ts';
import type { Look } from '../../look/look.ts';
import type { Texts } from '../../texts.ts';
import { GAP } from '../../widgets/tableLines.ts';

/** An account of this width or less is whole. */
const ACCOUNT_MOST = 24;
/** The mark of a faulty row, with a blank. */
const MARK = 2;

type Shown = {
  /** Faulty rows come first. */
  rows: readonly FileRow[];
  /** Which accounts exist, in lower case; null while there is no answer. */
  existing: ReadonlyMap<string, Existing> | null;
  columns: number;
};

/** A table: its headings, and the lines of each row. */
type RowsAsLines = { readonly head: string; readonly rows: readonly (readonly string[])[] };

/** The rows of a file as a table: of a faulty one the reason, of another the name and whether the account exists. */
export function importLines({ rows: shown, existing, columns }: Shown, texts: Texts, look: Look): RowsAsLines {
  const { common, lang, tui } = texts;
  const headings = [SHEETS_TEXT[lang].row, common.fields.account, common.fields.name] as const;
  const widest = (heading: string, texts: readonly string[]) =>
    texts.reduce((most, text) => Math.max(most, displayWidth(text)), displayWidth(heading));
  const number = widest(
    headings[0],
    shown.map(({ row }) => String(row)),
  );
  const account = Math.min(
    ACCOUNT_MOST,
    widest(
      headings[1],
      shown.map((one) => sanitized(one.account)),
    ),
  );
  const left = columns - MARK - number - account - 2 * GAP;
  const nameOf = ({ input }: FileRow) => sanitized(String(input.profile.name ?? ''));
  const { listed, inBin, isNew } = tui.import.rowMarks;
  const marks = widest('', [listed, inBin, isNew]);
  const name = Math.max(0, Math.min(left - GAP - marks, widest(headings[2], shown.map(nameOf))));
  const gap = ' '.repeat(GAP);
  const cells = (mark: string, row: string, of: string, rest: string) =>
    `${pad(mark, MARK, false)}${pad(row, number, true)}${gap}${pad(of, account, false)}${gap}${rest}`;
  const rows = shown.map((one) => {
    if (one.reason !== '') {
      const [reason = '', ...more] = wrap(one.reason, left);
      const whole = [
        cells('!', String(one.row), sanitized(one.account), reason),
        ...more.map((line) => cells('', '', '', line)),
      ];
      return whole.map((line) => look.paint('red', line));
    }
    const mark = existing === null ? '' : tui.import.rowMarks[existing.get(one.account.toLowerCase()) ?? 'isNew'];
    return [
      `${cells('', String(one.row), sanitized(one.account), pad(nameOf(one), name, false))}${gap}${look.mute(mark)}`,
    ];
  });
  return { head: look.mute(cells('', ...headings)), rows };
}
