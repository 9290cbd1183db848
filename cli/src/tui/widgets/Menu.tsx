import { Box, type DOMElement, Text } from 'ink';
import { useReducer, useRef } from 'react';
import { displayWidth, truncate } from '../../lib/width.ts';
import { wrap } from '../../lib/wrap.ts';
import { useClick } from '../keys/useClick.ts';
import { useKeyboard, useKeys } from '../keys/useKeys.ts';
import { unstyled } from '../look/look.ts';
import { useUi } from '../ui.ts';
import { EMPTY_LINE, edit, type Line } from './editing.ts';
import { useFrameHead } from './Framed.tsx';
import { Lines } from './Line.tsx';
import { LineInput } from './LineInput.tsx';
import { Muted } from './Muted.tsx';

export type Item<T> = {
  readonly value: T;
  readonly label: string;
  /** A key or mark before the label. */
  readonly lead?: string;
  readonly note?: string;
  /** Those of one heading follow each other below it. */
  readonly heading?: string;
  /** Other names: found by the beginning of a word behind the labels, or by any part where no label has the text. */
  readonly alias?: string;
  /** What Enter does with it, if not the usual. */
  readonly enter?: string;
  /** Shown whatever is typed. */
  readonly always?: boolean;
  /** Why it cannot be chosen. */
  readonly off?: string | null;
  /** All reasons, a line each, where `off` only counts them. */
  readonly reasons?: readonly string[];
};

/** The share of the width that labels take at most beside their notes. */
const LABELS_MOST = 0.6;
const GAP = 2;
const [CURSOR, INDENT] = ['▌ ', '  '];
const [REASON, BELOW_REASON] = ['  - ', '    '];
/** Rows of items that stay above reasons. */
const UNDER_LEAST = 4;

type Props<T> = {
  /** Absent in a frame that names it. */
  title?: string;
  items: readonly Item<T>[];
  /** Maximum rows, including the title. */
  height: number;
  /** Typing filters the items. */
  search?: boolean;
  /** What typing does, shown while nothing is typed. */
  hint?: string;
  /** The item under the cursor at first; by default the first that can be taken. */
  at?: number;
  empty?: string;
  /** Called with the text that is typed. */
  onSearch?(text: string): void;
  onChoose(item: Item<T>): void;
  onMark?: (item: Item<T>) => void;
  onRemove?: (item: Item<T>) => void;
  onCancel(): void;
};

/**
 * A list of choices, filtered by typing if `search` is set. A click moves the cursor; one on its item chooses it, or marks
 * it if it has a mark.
 */
export function Menu<T>({
  title,
  items,
  height,
  search = false,
  hint = '',
  at: start = -1,
  empty = '',
  onSearch,
  onChoose,
  onMark,
  onRemove,
  onCancel,
}: Props<T>) {
  const { columns, look, texts } = useUi();
  const { keyboard } = useKeyboard();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // The cursor begins at a choice that can be taken.
  const place = useRef(Math.max(0, start < 0 ? items.findIndex(({ off }) => !off) : start));
  const line = useRef<Line>(EMPTY_LINE);
  const found = foundIn(items, line.current.text);
  const cursor = Math.max(0, Math.min(place.current, found.length - 1));
  const isNamed = useFrameHead(title);
  const above = (title === undefined || isNamed ? 0 : 1) + (search ? 1 : 0);
  const shown = withHeadings(found);
  // A frame is as high as its content; what is found while typing leaves it so.
  const most = useRef(0);
  most.current = Math.max(most.current, withHeadings(items).length, 1);
  // Notes stand under each other, so that they can be read down.
  const noted = items.filter(({ note, off }) => note || off);
  const notes = Math.max(0, ...noted.map((item) => displayWidth(unstyled(notesOf(item)))));
  const labels = Math.min(
    Math.max(Math.floor(columns * LABELS_MOST), columns - CURSOR.length - GAP - notes),
    Math.max(0, ...noted.map(widthOf)),
  );
  const labelOf = ({ label, lead = '', note, off }: Item<T>) =>
    note || off ? truncate(label, labels - displayWidth(lead)) : label;
  const gapOf = (item: Item<T>) => Math.max(0, labels - widthOf(item)) + GAP;
  // Where they have room, reasons stand in full below their items; else those of the item under the cursor below them all.
  const reasonsOf = (item: Item<T> | undefined) => {
    if (!item?.off) return [];
    const row = displayWidth(unstyled(`${CURSOR}${notesOf(item)}`)) + widthOf(item) + gapOf(item);
    return (item.reasons ?? (row > columns ? [item.off] : [])).flatMap((reason) =>
      wrap(reason, columns - INDENT.length - REASON.length).map(
        (line, at) => `${at === 0 ? REASON : BELOW_REASON}${line}`,
      ),
    );
  };
  const reasonRows = items.reduce((sum, item) => sum + reasonsOf(item).length, 0);
  const isInline = !search && above + withHeadings(items).length + reasonRows <= height;
  const longest = Math.max(0, ...items.map((item) => reasonsOf(item).length));
  const under = longest === 0 || isInline ? 0 : Math.min(longest + 1, Math.max(0, height - above - UNDER_LEAST));
  const inlined = isInline ? reasonRows : 0;
  const rowsOfAll = isNamed ? Math.min(height, most.current + above + under + inlined) : height;
  // Without reasons under the cursor, more items take their rows.
  const told = under > 0 && reasonsOf(found[cursor]).length > 0 ? under : 0;
  const room = Math.max(1, rowsOfAll - above - told - inlined);
  // The last row says how many follow.
  const rows = shown.length > room && room > 2 ? room - 1 : room;
  const current = found[cursor];
  const cursorRow = current === undefined ? 0 : shown.indexOf(current);
  // The item that was clicked stays below the mouse for a second click.
  const stays = useRef<number | null>(null);
  const asked = stays.current ?? cursorRow - Math.floor(rows / 2);
  const top = Math.max(0, Math.min(Math.max(asked, cursorRow - rows + 1), cursorRow, shown.length - rows));
  const below = shown.length - top - rows;
  // Keys may arrive faster than frames, so the cursor lives in a ref.
  const placed = () => Math.max(0, Math.min(place.current, found.length - 1));
  const move = (by: number) => {
    place.current = Math.max(0, Math.min(placed() + by, found.length - 1));
    stays.current = null;
    redraw();
  };
  const at = () => found[placed()];
  const whyNot = (item: Item<T> | undefined): string | null =>
    item?.off ? (item.reasons ?? [item.off]).join(texts.common.marks.semicolon) : null;
  useKeys({
    places: ['menu', 'list'],
    handlers: {
      up: () => move(-1),
      down: () => move(1),
      pageUp: () => move(-rows),
      pageDown: () => move(rows),
      first: () => move(-found.length),
      last: () => move(found.length),
      choose: () => {
        const item = at();
        if (item && !item.off) onChoose(item);
      },
      ...(onMark
        ? {
            mark: () => {
              const item = at();
              if (item && !item.off) onMark(item);
              redraw();
            },
          }
        : {}),
      ...(onRemove
        ? {
            removeView: () => {
              const item = at();
              if (item) onRemove(item);
            },
          }
        : {}),
      cancel: onCancel,
    },
    names: found[cursor]?.enter === undefined ? {} : { choose: found[cursor].enter },
    unmet: { rows: found.length === 0 ? empty : whyNot(found[cursor]) },
    typing: search
      ? (press) => {
          if (press.kind === 'key' && (press.name === 'home' || press.name === 'end')) return false;
          if (press.kind === 'key' && press.name === 'space' && onMark) return false;
          const next = edit(line.current, press);
          if (next === null) return false;
          line.current = next;
          onSearch?.(next.text);
          place.current = 0;
          stays.current = null;
          redraw();
          return true;
        }
      : undefined,
    modal: true,
  });
  const area = useRef<DOMElement>(null);
  useClick(area, ({ y }) => {
    const item = itemsByRow()[y - above];
    if (item === undefined) return;
    const clicked = found.indexOf(item);
    if (clicked === placed()) return keyboard.pressKey(onMark && item.lead?.trim() ? 'space' : 'enter');
    place.current = clicked;
    stays.current = top;
    redraw();
  });
  return (
    <Box ref={area} flexDirection="column" height={rowsOfAll} flexShrink={0}>
      {title !== undefined && !isNamed && (
        <Text bold wrap="truncate-end">
          {title}
        </Text>
      )}
      {search && (
        <Box>
          <Muted>{'/ '}</Muted>
          <LineInput line={line.current} width={line.current.text === '' && hint !== '' ? 2 : columns - 2} focus />
          <Muted wrap="truncate-end">{line.current.text === '' ? hint : ''}</Muted>
        </Box>
      )}
      {found.length === 0 && <Muted>{empty}</Muted>}
      {shown.slice(top, top + rows).map((item, index) => {
        if (typeof item === 'string') {
          return (
            <Muted key={String(index)} wrap="truncate-end">
              {item}
            </Muted>
          );
        }
        const on = top + index === cursorRow;
        const reasons = isInline ? reasonsOf(item) : [];
        return (
          <Box key={String(index)} flexDirection="column" height={1 + reasons.length} flexShrink={0}>
            <Text wrap="truncate-end" {...(item.off ? look.muted : {})} {...(on ? look.cursor : {})}>
              {on ? CURSOR : INDENT}
              {item.lead ?? ''}
              {labelOf(item)}
              {item.note || item.off ? ' '.repeat(gapOf(item)) : ''}
              <Muted on={!on || Boolean(item.off)}>{reasons.length > 0 ? item.note : notesOf(item)}</Muted>
            </Text>
            <Lines lines={reasons.map((reason) => look.mute(`${INDENT}${reason}`))} />
          </Box>
        );
      })}
      {below > 0 && rows < room && <Muted>{texts.tui.list.below(below)}</Muted>}
      {told > 0 && (
        <Box marginTop={1} paddingLeft={INDENT.length} height={told - 1} flexShrink={0}>
          <Lines lines={reasonsOf(found[cursor]).slice(0, told - 1)} />
        </Box>
      )}
    </Box>
  );

  /** The item in each visible row; reasons belong to the item above them. */
  function itemsByRow(): (Item<T> | undefined)[] {
    return shown
      .slice(top, top + rows)
      .flatMap((item) =>
        typeof item === 'string' ? [undefined] : [item, ...(isInline ? reasonsOf(item) : []).map(() => item)],
      );
  }
}

/** Items, each heading above its first one. */
function withHeadings<T>(items: readonly Item<T>[]): (string | Item<T>)[] {
  return items.flatMap((item, at) =>
    item.heading === undefined || item.heading === items[at - 1]?.heading ? [item] : [item.heading, item],
  );
}

/** What stands beside a label. */
function notesOf({ note, off }: Item<unknown>): string {
  return [note, off && `- ${off}`].filter(Boolean).join('  ');
}

function widthOf({ lead = '', label }: Item<unknown>): number {
  return displayWidth(lead) + displayWidth(label);
}

/** A shorter text begins too many other names. */
const ALIAS_LEAST = 2;

/**
 * The items that have the text: those whose label begins with it, then those in which a word does, then the others, then
 * those of which another name begins with it; if there are none, those with another name that has it.
 */
function foundIn<T>(items: readonly Item<T>[], text: string): readonly Item<T>[] {
  const typed = text.trim().toLowerCase();
  const byLabel = items.filter((item) => matches(item, text)).toSorted((a, b) => rankOf(a, text) - rankOf(b, text));
  const others = items.filter((item) => !byLabel.includes(item));
  const namesOf = ({ alias = '' }: Item<T>) => alias.toLowerCase();
  const byWord =
    typed.length < ALIAS_LEAST
      ? []
      : others.filter((item) =>
          namesOf(item)
            .split(' ')
            .some((word) => word.startsWith(typed)),
        );
  const shown = byLabel.filter(({ always }) => always !== true);
  const named = shown.length + byWord.length > 0 ? byWord : others.filter((item) => namesOf(item).includes(typed));
  return [...shown, ...named, ...byLabel.filter(({ always }) => always === true)];
}

/** What is always shown keeps its place after the others. */
function rankOf({ label, always = false }: Item<unknown>, typed: string): number {
  const [name, text] = [label.toLowerCase(), typed.trim().toLowerCase()];
  if (always) return 3;
  if (name.startsWith(text)) return 0;
  return name.split(/[\s(（“]+/).some((word) => word.startsWith(text)) ? 1 : 2;
}

function matches({ label, note = '', lead = '', always = false }: Item<unknown>, text: string): boolean {
  if (always) return true;
  const whole = `${lead} ${label} ${note}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
