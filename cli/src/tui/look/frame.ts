import { displayWidth, truncate } from '../../lib/width.ts';
import { type Look, styled, unstyled } from './look.ts';

const HORIZONTAL = '─';
/** Between two levels of a path. */
export const PATH_MARK = ' › ';
/** The least length of the rule between the texts of an edge. */
const MIN_RULE = 2;
/** What is left of a text that is cut, at least. */
const MIN_TEXT = 12;

export type EdgeTexts = { readonly left?: string; readonly right?: string };

/** The upper or lower edge of a frame with a text at either end. In the head the left one is cut first, in the foot the right one. */
export function edge(at: 'top' | 'bottom', { left = '', right = '' }: EdgeTexts, width: number, look: Look): string {
  const [from, to] = at === 'top' ? ['╭', '╮'] : ['╰', '╯'];
  const most = Math.max(MIN_TEXT, width - 8 - (at === 'top' ? 0 : displayWidth(left) + MIN_RULE));
  const end = right === '' ? '' : ` ${shownWidth(right) > most ? truncate(unstyled(right), most) : right} `;
  const room = width - 4 - MIN_RULE - shownWidth(end);
  const start = left === '' || room < 4 ? '' : ` ${cutPath(left, room)} `;
  const rule = HORIZONTAL.repeat(Math.max(0, width - 2 - displayWidth(start) - shownWidth(end) - 1));
  const line = (text: string) => look.paint('frame', text);
  const shownStart = at === 'top' ? headText(start, look) : start;
  return `${line(from)}${shownStart}${line(rule)}${end}${line(`${HORIZONTAL}${to}`)}`;
}

/** A path that is too long loses its first levels; the last one says where the user is, the one before it on what. */
function cutPath(path: string, room: number): string {
  const levels = path.split(PATH_MARK);
  let cut = path;
  for (let first = 1; displayWidth(cut) > room; first++) {
    if (first >= levels.length) return truncate(cut, room);
    const [before = '', ...rest] = levels.slice(first);
    cut = ['…', before, ...rest].join(PATH_MARK);
    const left = room - displayWidth(['…', '', ...rest].join(PATH_MARK));
    if (rest.length === 1 && displayWidth(before) > left && left >= MIN_TEXT)
      return ['…', truncate(before, left), ...rest].join(PATH_MARK);
  }
  return cut;
}

const shownWidth = (text: string) => displayWidth(unstyled(text));

/** A path: its last level is bold; the others are text, which needs more contrast than the lines of a frame. */
function headText(path: string, look: Look): string {
  const last = path.lastIndexOf(PATH_MARK);
  if (last < 0) return styled('bold', path);
  const here = last + PATH_MARK.length;
  return look.paint('grey', path.slice(0, here)) + styled('bold', path.slice(here));
}

/** The position in a list that is longer than its window: which rows of its right edge are bold. */
export type Bar = { readonly top: number; readonly height: number; readonly total: number };

/** The right edge, one sign a row; `skip` rows above the list have none of the bar. */
export function rightEdge(rows: number, look: Look, bar: Bar | null, skip = 0): string {
  const plain = look.paint('frame', '│');
  if (bar === null || bar.total <= bar.height) return Array.from({ length: rows }, () => plain).join('\n');
  const length = Math.max(1, Math.round((bar.height * bar.height) / bar.total));
  const room = bar.height - length;
  const start = Math.round((bar.top / Math.max(1, bar.total - bar.height)) * room);
  return Array.from({ length: rows }, (_, row) => {
    const at = row - skip - start;
    return at >= 0 && at < length ? look.paint('brand', '┃') : plain;
  }).join('\n');
}
