import type { Notice } from '@shp/shared/api/notices/calls';
import { clockText } from '@shp/shared/sheets/days';
import { cutLines, wrap } from '../../../lib/wrap.ts';
import { formatCount } from '../../format.ts';
import { useUi } from '../../ui.ts';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';

/** Unread notices that the home page asks for: as many as its largest pane shows. */
export const NEWEST = 20;
/** Rows of a pane of notices that are worth its frame. */
export const NOTICES_LEAST = 5;
const TIME = { from: 5, until: 16 };
const GAP = '  ';

type Props = { total: number; items: readonly Notice[]; width: number; height: number };

/** The newest unread notices in full, where the home page has room. */
export function NewestNotices({ total, items, width, height }: Props) {
  const { texts } = useUi();
  return (
    <Pane head={texts.views.home.unread(formatCount(total))} width={width} height={height}>
      <Lines lines={cutNotices(linesOf(items, width), height - FRAME_ROWS, width - PANE_COLUMNS)} />
    </Pane>
  );
}

/** The rows that these notices need with their frame; most where none have come yet. */
export function noticeRows(items: readonly Notice[] | undefined, width: number): number {
  return (items === undefined ? NEWEST : linesOf(items, width).flat().length) + FRAME_ROWS;
}

/** The lines of as many notices as have room; `…` ends the last one if the rest of it has none. */
function cutNotices(notices: readonly (readonly string[])[], rows: number, width: number): string[] {
  const shown: string[] = [];
  for (const lines of notices) if (shown.length < rows) shown.push(...cutLines(lines, rows - shown.length, width));
  return shown;
}

/** The lines of each notice. */
function linesOf(items: readonly Notice[], width: number): string[][] {
  return items.map(({ at, text }) => {
    const time = `${(clockText(at) ?? '').slice(TIME.from, TIME.until)}${GAP}`;
    const rest = wrap(text, width - PANE_COLUMNS - time.length);
    return rest.map((line, place) => `${place === 0 ? time : ' '.repeat(time.length)}${line}`);
  });
}
